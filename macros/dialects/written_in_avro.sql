{#-
A dialect whose messages come as Avro records behind a schema registry's frame. `dialect` reads the same in JSON, which unframed_messages() makes of the records. Where rows need the Kafka key, is_row and
declared_key are SQL over its terms: whether the message is about a row, and the key that is declared for its table, which is as good.
-#}
{%- macro written_in_avro(dialect, is_row=none, declared_key=none) -%}
{%- set is_unread = 'false' if not is_row else is_row ~ ' and key_fault is not null and ' ~ declared_key ~ ' is null' -%}
{%- set number = "conv(hex(substring(key, 2, if(options['framing'] <=> 'apicurio', 8, 4))), 16, 10)" -%}
{%- set faults = {
    'schema_unknown': {
        'when': is_unread ~ (" and key_fault = 'schema_unknown'" if is_row else ''),
        'detail': "concat(key_detail, ' Or declare the key of the table in seeds/changefeed_table_keys.csv.')",
    },
    'no_key_declared': {
        'when': is_unread,
        'detail': "concat('The Kafka key is not one whole Avro record of the schema ', " ~ number ~ ", ': declare the key in seeds/changefeed_table_keys.csv.')",
    },
} -%}
    {%- for reason, fault in dialect.faults.items() if reason not in faults -%}
        {%- do faults.update({reason: fault}) -%}
    {%- endfor -%}
    {%- set found = dict(dialect, **{
        'written': 'avro',
        'options': dict(dialect.get('options', {}), framing={
            'values': ['confluent', 'apicurio'],
            'default': 'confluent',
            'meaning': "what stands before a record: the byte 0 and the schema's number, in four bytes (Confluent's serializers, and Apicurio's since 3.0), or in eight (Apicurio's before)",
        }),
        'faults': faults,
    }) -%}
    {#- Types are those of the dialect that it is made of. -#}
    {%- do found.pop('type_cells', none) -%}
    {{- return(found) -}}
{%- endmacro -%}
