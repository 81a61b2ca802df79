{#- How the text of a value of a DTS record (dts_record_value_text) reads as a value of a source type (docs page, "Types"). -#}
{%- macro dts_avro_value(source_type, text, type, feed) -%}
    {%- set database = {'oracle': 'Oracle', 'postgresql': 'PostgreSQL', 'sqlserver': 'sqlserver', 'db2': 'db2', 'mongodb': 'mongodb'}.get(feed.source_kind, 'MySQL') -%}
    {{- changefeed.dts_record_value(database, changefeed.dts_avro_type(source_type, feed), source_type, text, type, feed) -}}
{%- endmacro -%}


{#- What the text of a value of a DTS record is; none for a type that cannot be read. -#}
{%- macro dts_avro_type(source_type, feed) -%}
    {%- if feed.source_kind == 'oracle' -%}
        {%- set types = changefeed._dts_avro_oracle_types() -%}
    {%- elif feed.source_kind == 'postgresql' -%}
        {%- set types = changefeed._dts_avro_postgresql_types() -%}
    {%- elif feed.source_kind in ('sqlserver', 'db2', 'mongodb') -%}
        {%- set types = {'text': {'type': 'string', 'reader': 'text'}} -%}
    {%- else -%}
        {%- set types = changefeed.dts_avro_mysql_types() -%}
    {%- endif -%}
    {{- return(changefeed.dts_record_type(types, source_type)) -}}
{%- endmacro -%}


{#- A type in a list of types: by its words without the arguments, or else by its first word. -#}
{%- macro dts_record_type(types, source_type) -%}
    {%- set words = modules.re.sub('[(][^)]*[)]', ' ', source_type | lower).split() | join(' ') -%}
    {{- return(types.get(words) or (types.get(changefeed.source_type(source_type).base) if ' zone' not in words else none)) -}}
{%- endmacro -%}


{#- A value of a type, as dts_record_type() gives it. -#}
{%- macro dts_record_value(database, known, source_type, text, type, feed) -%}
    {%- if known is none -%}
        {{- exceptions.raise_compiler_error(
            feed.dialect.name ~ ' knows no type ' ~ source_type ~ ' of ' ~ database ~ '; declare source_type text to get the text of the value'
        ) -}}
    {%- elif known.reader == 'text' or (type == 'string' and known.type != 'binary') -%}
        {{- text -}}
    {%- elif known.reader == 'boolean' -%}
        case when {{ text }} in ('t', 'true', '1') then true when {{ text }} in ('f', 'false', '0') then false end
    {%- elif type == 'string' -%}
        {%- set bytes = changefeed.read_as('base64_bytes', text, 'binary') | trim -%}
        if(is_valid_utf8(cast({{ bytes }} as string)), cast({{ bytes }} as string), null)
    {%- else -%}
        {{- changefeed.read_as(known.reader, text, type, zone=feed.time_zone) -}}
    {%- endif -%}
{%- endmacro -%}


{%- macro dts_avro_mysql_types() -%}
    {%- set readers = {
        'number': 'java_number', 'instant': 'epoch_instant', 'latin1_bytes': 'base64_bytes', 'mysql_enum': 'text', 'mysql_set': 'text',
    } -%}
    {%- set types = {} -%}
    {%- for name, known in changefeed.mysql_types().items() -%}
        {%- do types.update({name: dict(known, reader=readers.get(known.reader, known.reader))}) -%}
    {%- endfor -%}
    {{- return(types) -}}
{%- endmacro -%}


{%- macro _dts_avro_oracle_types() -%}
    {%- set types = {} -%}
    {%- for name, known in changefeed.oracle_types().items() -%}
        {%- do types.update({name: dict(known, reader='java_number' if known.reader == 'number' else known.reader)}) -%}
    {%- endfor -%}
    {%- for name in ['raw', 'long raw', 'blob', 'bfile'] -%}
        {%- do types.update({name: {'type': 'binary', 'reader': 'base64_bytes'}}) -%}
    {%- endfor -%}
    {%- for name in ['clob', 'nclob', 'long', 'xmltype', 'rowid', 'urowid', 'interval year to month', 'interval day to second'] -%}
        {%- do types.update({name: {'type': 'string', 'reader': 'text'}}) -%}
    {%- endfor -%}
    {%- do types.update({'timestamp with time zone': {'type': 'timestamp', 'reader': 'zoned_instant'}}) -%}
    {{- return(types) -}}
{%- endmacro -%}


{%- macro _dts_avro_postgresql_types() -%}
    {%- set types = {
        'boolean': {'type': 'boolean', 'reader': 'boolean'},
        'bytea': {'type': 'binary', 'reader': 'base64_bytes'},
        'jsonb': {'type': 'binary', 'reader': 'base64_bytes'},
        'date': {'type': 'date', 'reader': 'date'},
        'timestamp': {'type': 'timestamp_ntz', 'reader': 'wall_time'},
        'timestamp without time zone': {'type': 'timestamp_ntz', 'reader': 'wall_time'},
        'timestamp with time zone': {'type': 'timestamp', 'reader': 'zoned_instant'},
        'timestamptz': {'type': 'timestamp', 'reader': 'zoned_instant'},
    } -%}
    {%- for name, type in {
        'smallint': 'smallint', 'integer': 'int', 'bigint': 'bigint', 'real': 'float', 'double precision': 'double', 'numeric': 'decimal(p,s)',
    }.items() -%}
        {%- do types.update({name: {'type': type, 'reader': 'java_number'}}) -%}
    {%- endfor -%}
    {%- for name in [
        'char', 'varchar', 'text', 'json', 'xml', 'uuid', 'inet', 'cidr', 'macaddr', 'money', 'interval', 'time', 'time with time zone', 'bit', 'varbit',
        'point', 'lseg', 'path', 'box', 'polygon', 'line', 'circle', 'tsvector', 'tsquery', 'pg_lsn', 'txid_snapshot',
    ] -%}
        {%- do types.update({name: {'type': 'string', 'reader': 'text'}}) -%}
    {%- endfor -%}
    {{- return(types) -}}
{%- endmacro -%}
