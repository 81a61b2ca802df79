{#-
The newest run, after a given one, that read a change by which statements without a number are placed; 0 where there is
none.
-#}
{%- macro newest_beside_statements(events, log, decode_batch_id) -%}
coalesce((
    select max(decode_batch_id)
    from (
        {{ changefeed.beside_statements(events, log, 'log.decode_batch_id > ' ~ decode_batch_id) | indent(8) }}
    )
    where is_own or is_before
), 0)
{%- endmacro -%}
