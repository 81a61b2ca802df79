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


{#-
Whether a decimal of the schema is a JSON number (or a boolean) in a feed whose decimals are bytes, or a text in one whose decimals are numbers (decimals=numeric): the digits of the one can be the base64 of
another number. Only rows with one that is spelled so are read again. rows_as_sent: the same rows as maps of variants.
-#}
{%- macro debezium_decimals_differ(rows, rows_as_sent, types) -%}
{%- set is_spelled_so = "exists(" ~ rows ~ ", row -> coalesce(row[name] rlike r'^(?:-?[0-9][-+.0-9eE]*|true|false)\z', false))" -%}
get(transform(
    array(filter(map_keys({{ types }}), name -> startswith({{ types }}[name], 'org.apache.kafka.connect.data.Decimal(') and {{ is_spelled_so }})),
    names -> size(names) > 0 and exists(
        {{ rows_as_sent }},
        sent -> exists(names, name -> coalesce((schema_of_variant(sent[name]) = 'STRING') = (options['decimals'] <=> 'numeric') and not is_variant_null(sent[name]), false))
    )
), 0)
{%- endmacro -%}
