{#-
The newest decode_batch_id of `table_events` before this run, and 1 where an event names a table, 0 where none does. Asked once in a run: what the model asks before
it adds to its table holds for all who ask later.
-#}
{%- macro statements_before(events) -%}
    {{- return(changefeed.high_water(events, ['decode_batch_id', "if(size(actions) > 0 or operation = 'truncate', 1, 0)"], once=true)) -}}
{%- endmacro -%}
