{#- How OMS's text of a source type reads as a value, in its formats with text and JSON numbers (docs page of oms_default, "Types"). -#}
{%- macro oms_text_value(source_type, text, type, feed) -%}
    {%- set known = changefeed.oms_text_type(source_type, feed) -%}
    {%- if known is none -%}
        {{- exceptions.raise_compiler_error(
            feed.dialect.name ~ ' knows no type ' ~ source_type ~ ' of ' ~ {
                'oceanbase_oracle': 'OceanBase in Oracle mode', 'mysql': 'MySQL', 'oracle': 'Oracle', 'db2': 'Db2',
            }.get(feed.source_kind, 'OceanBase in MySQL mode') ~ '; declare source_type text to get the text that OMS wrote'
        ) -}}
    {%- elif type == 'string' and known.type not in ('string', 'binary') -%}
        {{- text -}}
    {%- elif known.type == 'string' and known.reader == 'java_number' and type == 'string' -%}
        {{- text -}}
    {%- else -%}
        {{- changefeed.read_as(known.reader, text, type, zone=feed.time_zone) -}}
    {%- endif -%}
{%- endmacro -%}


{#- The types of a kind of source as OMS writes them: it renders all sources alike. -#}
{%- macro _oms_types(source_kind) -%}
    {%- if source_kind in ('oracle', 'oceanbase_oracle') -%}
        {%- set oracle = changefeed.oceanbase_types('oceanbase_oracle') -%}
        {{- return(dict(oracle, **{'long': oracle.clob, 'long raw': oracle.raw, 'xmltype': oracle.clob}) if source_kind == 'oracle' else oracle) -}}
    {%- elif source_kind != 'db2' -%}
        {{- return(changefeed.oceanbase_types('oceanbase_mysql')) -}}
    {%- endif -%}
    {%- set found = {} -%}
    {%- for name, known in changefeed.db2_types().items() -%}
        {%- do found.update({name: dict(known, reader='java_number' if known.reader == 'number' else known.reader)}) -%}
    {%- endfor -%}
    {%- set bytes = {'type': 'binary', 'reader': 'base64_bytes'} -%}
    {{- return(dict(found, **{'binary': bytes, 'varbinary': bytes, 'blob': bytes, 'for bit data': bytes})) -}}
{%- endmacro -%}


{#- What OMS's text of a source type is; none for a type that cannot be read. TIMESTAMP(6) WITH TIME ZONE: the arguments stand inside the name. -#}
{%- macro oms_text_type(source_type, feed) -%}
    {%- set types = changefeed._oms_types(feed.source_kind) -%}
    {%- set whole_name = modules.re.sub('[(][^)]*[)]', ' ', source_type | lower).split() | join(' ') -%}
    {%- set known = types.get('for bit data' if whole_name.endswith('for bit data') else whole_name) or types.get(changefeed.source_type(source_type).base) -%}
    {{- return(none if known and 'time zone' in whole_name and known.reader != 'zoned_instant' else known) -}}
{%- endmacro -%}
