{#- The servers of the changes with a sequence in new batches: feed, source_server. -#}
{%- macro new_servers(log, applied_batch_id) -%}
select distinct feed, source_server from {{ log }} where decode_batch_id > {{ applied_batch_id }} and source_server is not null and position.sequence is not null and reason is null
{%- endmacro -%}
