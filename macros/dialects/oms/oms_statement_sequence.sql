{#-
The number of a statement. OMS sends none for statements (null, or the text null). The milliseconds of the commit and -1
as the counter stand for it, so that the statement gets a place among the changes that have one (placed_statements()).
-#}
{%- macro oms_statement_sequence(text, millis) -%}
if(
    coalesce(nullif(nullif({{ text }}, ''), '0'), 'null') = 'null' and {{ millis }} between 0 and 253402300799999,
    array(cast({{ millis }} as decimal(38,0)), cast(-1 as decimal(38,0))),
    {{ changefeed.oms_sequence(text) }}
)
{%- endmacro -%}
