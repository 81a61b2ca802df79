{#- A query: the keys that changes after a run name, by the names that their tables had. -#}
{%- macro keys_in_log(log, seen_batch_id) -%}
{%- set columns = (changefeed.source_table_columns() + ['key_columns']) | join(', ') -%}
select {{ columns }}
from {{ log }}
where
    decode_batch_id > {{ seen_batch_id }}
    and size(key_columns) > 0
    and operation in ('{{ changefeed.row_operations() | join("', '") }}')
group by {{ columns }}
{%- endmacro -%}
