{#- How GoldenGate's text of a source type reads as a value (docs page, "Types"). A feed without source_kind is read as Oracle's. -#}
{%- macro ogg_value(source_type, text, type, feed) -%}
    {%- set kind = feed.source_kind or 'oracle' -%}
    {%- set parts = changefeed.source_type(source_type) -%}
    {%- set known = changefeed._ogg_known(source_type, feed) -%}
    {%- set mode = feed.options.get('binaries', 'undeclared') -%}
    {%- set readers = {
        'number': 'java_number', 'mysql_enum': 'mysql_enum_text', 'mysql_set': 'mysql_set_text',
        'latin1_bytes': mode ~ '_bytes', 'bytes': mode ~ '_bytes',
    } -%}
    {%- set reader = readers.get(known.reader, known.reader) if known else none -%}
    {%- if reader is none -%}
        {{- exceptions.raise_compiler_error(
            "ogg knows no type '" ~ source_type ~ "' of " ~ kind ~ ', or not how GoldenGate writes it; declare source_type text to get the text that it wrote'
        ) -}}
    {%- elif reader == 'undeclared_bytes' -%}
        {{- exceptions.raise_compiler_error(
            'How GoldenGate writes bytes (' ~ source_type ~ ') depends on its version: look at a message and give binaries=base64 or binaries=hex among the options of the feed in seeds/changefeed_feeds.csv'
        ) -}}
    {%- elif type == 'string' and not reader.startswith('mysql_') and known.type != 'binary' -%}
        {{- text -}}
    {%- elif known.reader in ('wall_time', 'instant', 'offset_instant', 'zoned_instant') -%}
        {#- 2024-06-01:11:00:42.500000000: older releases write a colon behind the day, and nine digits. -#}
        {%- set plain = "regexp_replace(regexp_replace(" ~ text ~ ", '^([0-9]{4}-[0-9]{2}-[0-9]{2})[:T]', '$1 '), '([.][0-9]{6})0+(?![0-9])', '$1')" -%}
        {{- changefeed.read_as(reader, plain, type, zone=feed.time_zone) -}}
    {%- else -%}
        {{- changefeed.read_as(reader, text, type, zone=feed.time_zone, labels=parts.arguments) -}}
    {%- endif -%}
{%- endmacro -%}


{#- The types of a kind of source, with those of Oracle and Db2 that other services write in several ways. -#}
{%- macro _ogg_types(source_kind) -%}
    {%- set types = dict(changefeed.types_of_source(source_kind) or {}) -%}
    {%- if source_kind == 'oracle' -%}
        {%- for name in ['clob', 'nclob', 'long', 'xmltype', 'json', 'rowid', 'urowid'] -%}
            {%- do types.update({name: types.text}) -%}
        {%- endfor -%}
        {%- do types.update({
            'timestamp with time zone': {'type': 'timestamp', 'reader': 'zoned_instant'},
            'timestamp with local time zone': {'type': 'timestamp', 'reader': 'instant'},
        }) -%}
    {%- endif -%}
    {%- for name in {'oracle': ['raw', 'long raw', 'blob'], 'db2': ['binary', 'varbinary', 'blob']}.get(source_kind, []) -%}
        {%- do types.update({name: {'type': 'binary', 'reader': 'bytes'}}) -%}
    {%- endfor -%}
    {{- return(types) -}}
{%- endmacro -%}


{#- What GoldenGate's text of a source type is; none for a type that cannot be read, or not before the feed says how bytes are written. -#}
{%- macro ogg_type(source_type, feed) -%}
    {%- set known = changefeed._ogg_known(source_type, feed) -%}
    {%- set is_undeclared = feed.options.get('binaries', 'undeclared') == 'undeclared' -%}
    {{- return(none if known and known.reader in ('latin1_bytes', 'bytes') and is_undeclared else known) -}}
{%- endmacro -%}


{%- macro _ogg_known(source_type, feed) -%}
    {%- set kind = feed.source_kind or 'oracle' -%}
    {%- set parts = changefeed.source_type(source_type) -%}
    {%- set is_mysql = kind in ('mysql', 'mariadb') -%}
    {%- set name = parts.base if is_mysql else parts.name -%}
    {{- return(none if is_mysql and name in ('bit', 'geometry') else changefeed._ogg_types(kind).get(name)) -}}
{%- endmacro -%}
