{#- How Maxwell's text of a MySQL type reads as a value (docs page, "Types"). -#}
{%- macro maxwell_value(source_type, text, type, feed) -%}
    {%- set readers = {'number': 'java_number', 'latin1_bytes': 'base64_bytes', 'mysql_enum': 'text', 'mysql_set': 'text'} -%}
    {%- set parts = changefeed.source_type(source_type) -%}
    {%- set known = changefeed.maxwell_type(source_type, feed) -%}
    {%- if known is none -%}
        {{- exceptions.raise_compiler_error("maxwell knows no MySQL type '" ~ source_type ~ "'; declare source_type text to get the text that Maxwell wrote") -}}
    {%- elif type == 'string' and known.reader in ('number', 'date', 'wall_time', 'instant', 'mysql_time') -%}
        {{- text -}}
    {%- elif parts.base == 'year' -%}
        {#- YEAR begins in 1901: 1900 is what became of the year 0. -#}
        {{- changefeed.read_as('java_number', 'if(' ~ text ~ " = '1900', '0', " ~ text ~ ')', type) -}}
    {%- elif parts.base == 'bit' -%}
        {#- Of more than 31 bits Maxwell can make a number of 32, which may be negative: what no BIT is, is not read. -#}
        {{- changefeed.read_as('java_number', 'if(startswith(' ~ text ~ ", '-'), null, " ~ text ~ ')', type) -}}
    {%- elif parts.base == 'enum' -%}
        {#- A quote in a label comes twice. -#}
        replace({{ text }}, "''", "'")
    {%- elif parts.base == 'json' -%}
        {#- It stands in the message as it is, so a text that is the whole value has lost its quotes. -#}
        if({{ changefeed.is_one_json_value(text) | indent(8) }}, {{ text }}, {{ changefeed.json_text(text) | indent(8) }})
    {%- elif parts.base == 'set' -%}
        replace(array_join(from_json({{ text }}, 'array<string>', {{ changefeed.json_options() }}), ','), "''", "'")
    {%- elif parts.base == 'binary' and parts.arguments -%}
        {#- BINARY(n) comes without its trailing zero bytes. -#}
        rpad({{ changefeed.read_as('base64_bytes', text, type) }}, {{ parts.arguments[0] | int }}, x'00')
    {%- else -%}
        {{- changefeed.read_as(readers.get(known.reader, known.reader), text, type, zone=feed.time_zone) -}}
    {%- endif -%}
{%- endmacro -%}


{#- What Maxwell's text of a MySQL type is; none for a type that cannot be read. -#}
{%- macro maxwell_type(source_type, feed) -%}
    {%- set base = changefeed.source_type(source_type).base -%}
    {{- return(changefeed.mysql_types().get(base) if base != 'geometry' else none) -}}
{%- endmacro -%}
