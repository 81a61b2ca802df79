{#-
A row in which each decimal that was sent as bytes carries its scale, in the form of Debezium's VariableScaleDecimal.
The scale is that of the schema when the row was written: after an ALTER, rows with the old scale and with the new one
stand side by side. A text that is no base64 stays as it was sent.
-#}
{%- macro debezium_scaled(row, types) -%}
if(
    not options['decimals'] <=> 'numeric' and exists(map_values({{ types }}), type -> startswith(type, 'org.apache.kafka.connect.data.Decimal(')),
    transform_values({{ row }}, (name, text) -> if(
        text rlike r'^[A-Za-z0-9+/]*={0,2}\z' and length(text) % 4 = 0 and startswith({{ types }}[name], 'org.apache.kafka.connect.data.Decimal('),
        concat('{"scale":', regexp_extract({{ types }}[name], '(?s)^[^(]*+[(](.*)[)]', 1), ',"value":"', text, '"}'),
        text
    )),
    {{ row }}
)
{%- endmacro -%}
