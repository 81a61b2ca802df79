{#- How DRS's text of a MySQL or Oracle type reads as a value (docs page, "Types"). -#}
{%- macro drs_json_value(source_type, text, type, feed) -%}
    {%- set readers = {
        'number': 'java_number',
        'instant': 'epoch_instant',
        'latin1_bytes': 'byte_list',
        'mysql_enum': 'mysql_enum_text',
        'mysql_set': 'mysql_set_text',
    } -%}
    {%- set parts = changefeed.source_type(source_type) -%}
    {%- set known = changefeed.drs_json_type(source_type, feed) -%}
    {%- if known is none and parts.base in ('enum', 'set') and feed.source_kind != 'oracle' -%}
        {{- exceptions.raise_compiler_error(
            feed.dialect.name ~ " sends no labels of ENUM and SET: write them into the source_type, as in enum('new','done')"
        ) -}}
    {%- elif known is none -%}
        {{- exceptions.raise_compiler_error(
            feed.dialect.name ~ " knows no " ~ ('Oracle' if feed.source_kind == 'oracle' else 'MySQL') ~ " type '" ~ source_type
            ~ "'; declare source_type text to get the text that DRS wrote"
        ) -}}
    {%- endif -%}
    {%- set value = changefeed.read_as(readers.get(known.reader, known.reader), text, type, labels=parts.arguments) | trim -%}
    {%- if type == 'string' and known.reader in ('number', 'date', 'wall_time', 'instant', 'mysql_time') -%}
        {{- text -}}
    {%- elif parts.base == 'bit' -%}
        {#- No document says whether the text is the number or its bits: 10 could be 2. -#}
        if({{ text }} rlike r'^([01]|[0-9]*[2-9][0-9]*)\z', {{ value }}, null)
    {%- elif parts.base == 'binary' and parts.arguments -%}
        {#- BINARY(n) comes without its trailing zero bytes (the published sample has one that is empty). -#}
        if(length({{ value }}) <= {{ parts.arguments[0] | int }}, rpad({{ value }}, {{ parts.arguments[0] | int }}, x'00'), null)
    {%- elif known.reader == 'instant' -%}
        {#- MySQL's TIMESTAMP begins one second after the epoch, so 0 is what became of a zero date. -#}
        if({{ text }} rlike r'^-?0+([.]0+)?\z', null, {{ value }})
    {%- else -%}
        {{- value -}}
    {%- endif -%}
{%- endmacro -%}
