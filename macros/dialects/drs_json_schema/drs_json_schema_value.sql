{#- How DRS's text of a PostgreSQL, GaussDB, SQL Server or Oracle type reads as a value (docs page, "Types"). -#}
{%- macro drs_json_schema_value(source_type, text, type, feed) -%}
    {%- set families = changefeed.drs_json_schema_families() -%}
    {%- if feed.source_kind not in families -%}
        {{- exceptions.raise_compiler_error(
            'drs_json_schema comes from several databases, whose types read differently: give the feed a source_kind in seeds/changefeed_feeds.csv, one of '
            ~ families | join(', ')
        ) -}}
    {%- endif -%}
    {%- set known = changefeed.drs_json_schema_type(source_type, feed) -%}
    {%- if known is none -%}
        {{- exceptions.raise_compiler_error(
            'drs_json_schema knows no type ' ~ source_type ~ ' of ' ~ feed.source_kind ~ ', or not how DRS writes it; declare source_type text to get the text that DRS wrote'
        ) -}}
    {%- elif type == 'string' and known.type != 'binary' -%}
        {{- text -}}
    {%- else -%}
        {{- changefeed.read_as('java_number' if known.reader == 'number' else known.reader, text, type, zone=feed.time_zone) -}}
    {%- endif -%}
{%- endmacro -%}
