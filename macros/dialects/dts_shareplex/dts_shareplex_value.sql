{#- How the texts of DTS's SharePlex JSON read as values (docs page, "Types"): its document shows texts and numbers only. -#}
{%- macro dts_shareplex_value(source_type, text, type, feed) -%}
    {%- set known = changefeed.dts_shareplex_type(source_type, feed) -%}
    {%- if known is none -%}
        {{- exceptions.raise_compiler_error(
            "dts_shareplex: no document says how DTS writes the type '" ~ source_type ~ "' of "
            ~ {'mysql': 'MySQL', 'db2': 'Db2'}.get(feed.source_kind, 'Oracle') ~ ' in SharePlex JSON; declare source_type text to get the text that it wrote'
        ) -}}
    {%- elif type == 'string' -%}
        {{- text -}}
    {%- elif known.reader in ('wall_time', 'instant') -%}
        {#- SharePlex itself writes 2024-06-01T11:00:42.000000000. -#}
        {{- changefeed.read_as(known.reader, "regexp_replace(regexp_replace(" ~ text ~ ", '^([0-9]{4}-[0-9]{2}-[0-9]{2})T', '$1 '), '([.][0-9]{6})0+$', '$1')", type, zone=feed.time_zone) -}}
    {%- else -%}
        {{- changefeed.read_as('java_number' if known.reader == 'number' else known.reader, text, type) -}}
    {%- endif -%}
{%- endmacro -%}


{#- What DTS's text of a type is in SharePlex JSON; none for a type of which no document says how it is written. -#}
{%- macro dts_shareplex_type(source_type, feed) -%}
    {%- set base = changefeed.source_type(source_type).base -%}
    {%- if feed.source_kind == 'mysql' -%}
        {%- set known = changefeed.mysql_types().get(base) -%}
    {%- else -%}
        {%- set known = (changefeed.db2_types() if feed.source_kind == 'db2' else changefeed.oracle_types()).get(base) -%}
    {%- endif -%}
    {%- set is_undocumented = base == 'bit' or 'time zone' in (source_type | lower) or 'bit data' in (source_type | lower) -%}
    {{- return(none if is_undocumented or known and known.reader in ('latin1_bytes', 'mysql_enum', 'mysql_set') else known) -}}
{%- endmacro -%}
