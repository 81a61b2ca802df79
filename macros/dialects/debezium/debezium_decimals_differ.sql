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
