{#-
A dialect whose messages come as Avro records behind a schema registry's frame, made of the dialect that reads the same in JSON: unframed_messages() makes that JSON, and `own` is what differs. is_row and declared_key are SQL over its
terms: whether the message is about a row, and the key that is declared for its table; a row without such a key needs the Kafka key.
-#}
{%- macro written_in_avro(dialect, own, is_row, declared_key) -%}
{%- set is_unread = is_row ~ ' and key_fault is not null and ' ~ declared_key ~ ' is null' -%}
{%- set number = "conv(hex(substring(key, 2, if(options['framing'] <=> 'apicurio', 8, 4))), 16, 10)" -%}
    {{- return(changefeed.extend(dialect, dict(own, **{
        'written': 'avro',
        'options': {
            'framing': {
                'values': ['confluent', 'apicurio'],
                'default': 'confluent',
                'meaning': "what stands before a record: the byte 0 and the schema's number, in four bytes (Confluent's serializers, and Apicurio's since 3.0), or in eight (Apicurio's before)",
            },
        },
        'faults': dict(own.get('faults', {}), **{
            'schema_unknown': {
                'when': is_unread ~ " and key_fault = 'schema_unknown'",
                'detail': 'concat(' ~ changefeed.schema_unknown_in_words("'Kafka key'", number) ~ ", ' Or declare the key of the table in seeds/changefeed_table_keys.csv.')",
            },
            'no_key_declared': {
                'when': is_unread,
                'detail': "concat('The Kafka key is not one whole Avro record of the schema ', " ~ number ~ ", ': declare the key in seeds/changefeed_table_keys.csv.')",
            },
        }),
    }))) -}}
{%- endmacro -%}
