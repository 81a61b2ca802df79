{#-
A dialect whose messages are Avro records behind a schema registry's frame. `dialect` reads the same in JSON:
unframed_messages() makes JSON of the records. Where rows need the columns of the Kafka key, is_row says whether the
message is about a row, and declared_key which key the feed declares. A declared key serves where the Kafka key cannot
be read. Both are SQL over the terms of the dialect.
-#}
{%- macro written_in_avro(dialect, is_row=none, declared_key=none) -%}
{%- set is_unread = 'false' if not is_row else is_row ~ ' and key_fault is not null and ' ~ declared_key ~ ' is null' -%}
{%- set number = "conv(hex(substring(key, 2, if(options['framing'] <=> 'apicurio', 8, 4))), 16, 10)" -%}
{%- set of_keys -%}
-- schema_unknown
{{ is_unread }}{{ " and key_fault = 'schema_unknown'" if is_row }}
-- schema_unknown, in words
concat(key_detail, ' Or declare the key of the table in seeds/changefeed_table_keys.csv.')
-- no_key_declared
{{ is_unread }}
-- no_key_declared, in words
concat('The Kafka key is not one whole Avro record of the schema ', {{ number }}, ': declare the key in seeds/changefeed_table_keys.csv.')
{%- endset -%}
{%- set faults = changefeed.parts(of_keys) -%}
    {%- for reason, fault in dialect.faults.items() if reason not in faults -%}
        {%- do faults.update({reason: fault}) -%}
    {%- endfor -%}
    {%- set found = dict(dialect, **{
        'written': 'avro',
        'options': dict(dialect.get('options', {}), framing={
            'values': ['confluent', 'apicurio'],
            'default': 'confluent',
            'meaning': "what precedes a record: the byte 0 and the schema's number, in four bytes (Confluent's serializers, and Apicurio's since 3.0), or in eight (Apicurio's before)",
        }),
        'faults': faults,
    }) -%}
    {#- Types are those of the JSON dialect, and docs/reference/types/ shows them there. -#}
    {%- do found.pop('type_cells', none) -%}
    {{- return(found) -}}
{%- endmacro -%}
