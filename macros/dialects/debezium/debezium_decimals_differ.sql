{#-
Whether a decimal of the schema is sent in another form than the feed says: as a JSON number or a boolean where decimals
are bytes, or as a text where they are numbers (decimals=numeric). Such a row cannot be read: digits of a number can
also be the base64 of another number. A row is parsed again only where a text in it could be either. `rows_as_sent` are
the same rows as maps of variants.
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
