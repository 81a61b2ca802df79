{#-
The number by which OMS orders changes: 13 digits of milliseconds and a counter of 3 to 5 digits. It is read as a pair,
as the counter may come without leading zeros. Fewer digits could also be seconds and a counter, and are not read.
-#}
{%- macro oms_sequence(text) -%}
if(
    {{ text }} rlike r'^[1-3][0-9]{15,17}\z',
    array(cast(left({{ text }}, 13) as decimal(38,0)), cast(substr({{ text }}, 14) as decimal(38,0))),
    null
)
{%- endmacro -%}
