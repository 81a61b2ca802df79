{#-
The number of a statement. OMS writes none (null, or the text null): its milliseconds and -1 for the counter say so, and it is placed among changes that have one (placed_statements()).
-#}
{%- macro oms_statement_sequence(text, millis) -%}
if(
    coalesce(nullif(nullif({{ text }}, ''), '0'), 'null') = 'null' and {{ millis }} between 0 and 253402300799999,
    array(cast({{ millis }} as decimal(38,0)), cast(-1 as decimal(38,0))),
    {{ changefeed.oms_sequence(text) }}
)
{%- endmacro -%}
