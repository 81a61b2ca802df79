{#-
The faults that the bytes of an Avro record can have, as {reason: {when, detail}}. They are judged before the dialect's
own faults.
-#}
{%- macro avro_faults(dialect) -%}
{%- set envelope = changefeed.avro_tries([dialect])[dialect.envelope.name] -%}
{%- set names = envelope.versions | map(attribute='name') | list -%}
{%- set framing = changefeed.avro_framing([dialect]) -%}
{%- set begins -%}
'It has ', length(value), ' bytes and begins with ', hex(left(value, 16)), '. '
{%- endset -%}
{%- set faults = {
    'wrong_framing': {
        'when': 'not is_framed',
        'detail': "concat('The value does not begin with the bytes of the framing ', " ~ framing ~ ", '. " ~ begins[1:]
            ~ ", 'Check the option framing of this feed in seeds/changefeed_feeds.csv: " ~ dialect.options.framing.get('values') | join(', ') ~ ".')",
    },
} -%}
{%- if dialect.options.schema is defined -%}
    {%- set ns = namespace(fingerprint="case options['schema']") -%}
    {%- for version in envelope.versions -%}
        {%- set ns.fingerprint = ns.fingerprint ~ ' when ' ~ changefeed.sql_string(version.name) ~ " then '" ~ version.fingerprint ~ "'" -%}
    {%- endfor -%}
    {%- set known = "(" ~ ns.fingerprint ~ " end)" if names else "cast(null as string)" -%}
    {%- do faults.update({
        'schema_missing': {
            'when': known ~ ' is null',
            'detail': "concat('This feed names the schema ', coalesce(options['schema'], '(none)'), ', and the folder schemas/ had no file of that name with a sound schema"
                ~ " when it was last read. Put the file there, and run `changefeed feeds check`.')",
        },
        'wrong_schema': {
            'when': framing ~ " = 'single_object' and hex(substring(value, 3, 8)) <> " ~ known,
            'detail': "concat('The record was written with the schema of the fingerprint ', hex(substring(value, 3, 8)), '; the fingerprint of schemas/', options['schema'],"
                ~ " '.avsc is ', " ~ known ~ ", '. Get the schema file with which the task writes.')",
        },
    }) -%}
{%- endif -%}
{%- do faults.update({
    'invalid_avro': {
        'when': envelope.name ~ ' is null',
        'detail': "concat('The value is not one whole Avro record of the schema " ~ ('in schemas/' if dialect.options.schema is defined else names | join(', or '))
            ~ "', " ~ ("options['schema'], '.avsc', " if dialect.options.schema is defined else '')
            ~ "' (cut off, followed by more bytes, or written with another schema). " ~ begins[1:]
            ~ ", 'Check the options of this feed in seeds/changefeed_feeds.csv, and the schema with which the task writes.')",
    },
}) -%}
{{- return(faults) -}}
{%- endmacro -%}
