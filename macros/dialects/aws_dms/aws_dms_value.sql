{#-
How DMS's text of a source type reads as a value (docs page, "Types"). Whole numbers of more than 16 digits come in scientific notation, which has lost digits: they read as NULL, and their
text is kept.
-#}
{%- macro aws_dms_value(source_type, text, type, feed) -%}
    {%- set kind = feed.source_kind -%}
    {%- if changefeed.types_of_source(kind) is none -%}
        {{- exceptions.raise_compiler_error('aws_dms comes from several databases, whose types read differently: give the feed a source_kind in seeds/changefeed_feeds.csv') -}}
    {%- endif -%}
    {%- set parts = changefeed.source_type(source_type) -%}
    {%- set known = changefeed.aws_dms_type(source_type, feed) -%}
    {%- set bytes = 'hex_bytes' if feed.options.get('hex_prefix') == 'none' else 'prefixed_hex' -%}
    {%- set readers = {'mysql_enum': 'mysql_enum_text', 'mysql_set': 'mysql_set_text', 'latin1_bytes': bytes, 'bytes': bytes} -%}
    {%- set reader = readers.get(known.reader, known.reader) if known else none -%}
    {%- if reader is none -%}
        {{- exceptions.raise_compiler_error(
            "aws_dms knows no type '" ~ source_type ~ "' of " ~ kind ~ ', or not how DMS writes it; declare source_type text to get the text that it wrote'
        ) -}}
    {%- elif reader == 'prefixed_hex' -%}
        if(startswith({{ text }}, '0x'), {{ changefeed.read_as('hex_bytes', 'substr(' ~ text ~ ', 3)', type) | trim }}, null)
    {%- elif type == 'string' and not reader.startswith('mysql_') -%}
        {{- text -}}
    {%- elif reader in ('wall_time', 'instant', 'offset_instant') -%}
        {#- 2024-06-01T11:00:42.5Z: what has no zone at the source has a Z too. -#}
        {%- set plain = "regexp_replace(" ~ text ~ ", '^([0-9]{4}-[0-9]{2}-[0-9]{2})T([0-9:.]+)Z?$', '$1 $2')" -%}
        {{- changefeed.read_as('wall_time' if reader == 'wall_time' else 'instant', plain, type, zone='UTC') -}}
    {%- else -%}
        {{- changefeed.read_as(reader, text, type, zone='UTC', labels=parts.arguments) -}}
    {%- endif -%}
{%- endmacro -%}


{#- What DMS's text of a source type is; none for a type that cannot be read, and where the kind of source is not declared. -#}
{%- macro aws_dms_type(source_type, feed) -%}
    {%- set kind = feed.source_kind -%}
    {%- set types = changefeed.types_of_source(kind) or {} -%}
    {%- set parts = changefeed.source_type(source_type) -%}
    {%- set is_mysql = kind in ('mysql', 'mariadb') -%}
    {%- set name = parts.base if is_mysql else parts.name -%}
    {%- set more = {'oracle': {
        'raw': {'type': 'binary', 'reader': 'bytes'}, 'blob': {'type': 'binary', 'reader': 'bytes'},
        'clob': types.text, 'nclob': types.text, 'long': types.text, 'xmltype': types.text,
        'timestamp with time zone': {'type': 'timestamp', 'reader': 'offset_instant'}, 'timestamp with local time zone': {'type': 'timestamp', 'reader': 'instant'},
    }}.get(kind, {}) -%}
    {{- return(none if is_mysql and name in ('bit', 'geometry') else more.get(name) or types.get(name)) -}}
{%- endmacro -%}
