{#-
How DTS's text of a MySQL type reads as a value (docs page, "Types"). DTS documents no rendering for its Canal JSON: a text
that could mean two values is none, and types whose text cannot be known have no reader.
-#}
{%- macro dts_canal_value(source_type, text, type, feed) -%}
    {%- set readers = {'number': 'java_number', 'mysql_enum': 'mysql_enum_text', 'mysql_set': 'mysql_set_text'} -%}
    {%- set parts = changefeed.source_type(source_type) -%}
    {%- set known = changefeed.dts_canal_type(source_type, feed) -%}
    {%- if known is none and parts.base in ('enum', 'set') -%}
        {{- exceptions.raise_compiler_error(
            "dts_canal sends no labels of ENUM and SET: write them into the source_type, as in enum('new','done')"
        ) -}}
    {%- elif known is none -%}
        {{- exceptions.raise_compiler_error(
            "dts_canal cannot read MySQL type '" ~ source_type ~ "': DTS does not document how it writes it."
            ~ ' Declare source_type text to get the text that DTS wrote'
        ) -}}
    {%- endif -%}
    {%- if type == 'string' and known.reader in ('number', 'date', 'wall_time', 'instant', 'mysql_time') -%}
        {{- text -}}
    {%- elif parts.base == 'bit' -%}
        {#- No document says whether the text is the number or its bits: 10 could be 2. -#}
        if({{ text }} rlike r'^([01]|[0-9]*[2-9][0-9]*)\z', {{ changefeed.read_as('number', text, type) }}, null)
    {%- else -%}
        {{- changefeed.read_as(readers.get(known.reader, known.reader), text, type, zone=feed.time_zone, labels=parts.arguments) -}}
    {%- endif -%}
{%- endmacro -%}
