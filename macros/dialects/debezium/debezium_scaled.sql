{#-
A row whose decimals, sent as bytes, carry the scale that the schema has for them, in the form of Debezium's own VariableScaleDecimal: the scale is of the
column as it was when the row was written, and after an ALTER rows of both stand side by side. What is not spelled as base64 stays as it was sent.
-#}
{%- macro debezium_scaled(row, types) -%}
if(
    not options['decimals'] <=> 'numeric' and exists(map_values({{ types }}), type -> startswith(type, 'org.apache.kafka.connect.data.Decimal(')),
    transform_values({{ row }}, (name, text) -> if(
        text rlike r'^[A-Za-z0-9+/]*={0,2}\z' and startswith({{ types }}[name], 'org.apache.kafka.connect.data.Decimal('),
        concat('{"scale":', regexp_extract({{ types }}[name], '[(](.*)[)]', 1), ',"value":"', text, '"}'),
        text
    )),
    {{ row }}
)
{%- endmacro -%}
