{#-
The newest decode_batch_id of the statements that the log has and `table_events` lacks; 0 where there is none. Asked
once in a run.
-#}
{%- macro newest_statement(log, read_batch_id) -%}
    {{- return(changefeed.high_water(
        log,
        ['decode_batch_id'],
        where='decode_batch_id > ' ~ read_batch_id ~ " and operation in ('ddl', 'truncate')",
        once=true,
        question='statements',
        usual=[1]
    )[0]) -}}
{%- endmacro -%}
