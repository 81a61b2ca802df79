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
Whether a decimal of the schema is a JSON number in a feed whose decimals are bytes, or a text in one whose decimals are numbers (decimals=numeric): the digits of the one can be the base64 of
another number. Only rows with one that is spelled as a number are read again. rows_as_sent: the same rows as maps of variants.
-#}
{%- macro debezium_decimals_differ(rows, rows_as_sent, types) -%}
{%- set is_spelled_so = "startswith(" ~ types ~ "[field.key], 'org.apache.kafka.connect.data.Decimal(') and field.value rlike r'^-?[0-9][-+.0-9eE]*\z'" -%}
if(
    exists({{ rows }}, row -> coalesce(exists(map_entries(row), field -> {{ is_spelled_so }}), false)),
    exists(
        zip_with({{ rows }}, {{ rows_as_sent }}, (row, sent) -> exists(
            map_entries(row), field -> {{ is_spelled_so }} and ({{ changefeed.json_kind('sent[field.key]') }} = 'STRING') = (options['decimals'] <=> 'numeric')
        )),
        differs -> coalesce(differs, false)
    ),
    false
)
{%- endmacro -%}
