{#- How OMS's text of an OceanBase type reads as a value (docs page, "Types"). -#}
{%- macro oms_canal_value(source_type, text, type, feed) -%}
    {%- set types = changefeed.oceanbase_types(feed.source_kind) -%}
    {#- TIMESTAMP(6) WITH TIME ZONE: the arguments stand inside the name. -#}
    {%- set whole_name = modules.re.sub('[(][^)]*[)]', '', source_type | lower) -%}
    {%- set known = types.get(whole_name.split() | join(' ')) or types.get(changefeed.source_type(source_type).base) -%}
    {%- if known is none or ('time zone' in whole_name and known.reader != 'zoned_instant') -%}
        {{- exceptions.raise_compiler_error(
            feed.dialect.name ~ ' knows no type ' ~ source_type ~ ' of OceanBase in ' ~ ('Oracle' if feed.source_kind == 'oceanbase_oracle' else 'MySQL')
            ~ ' mode; declare source_type text to get the text that OMS wrote'
        ) -}}
    {%- elif type == 'string' and known.type not in ('string', 'binary') -%}
        {{- text -}}
    {%- elif known.type == 'string' and known.reader == 'java_number' and type == 'string' -%}
        {{- text -}}
    {%- else -%}
        {{- changefeed.read_as(known.reader, text, type, zone=feed.time_zone) -}}
    {%- endif -%}
{%- endmacro -%}
