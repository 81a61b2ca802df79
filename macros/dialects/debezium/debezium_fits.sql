{#-
The key fits of Debezium's dialects: fitting_texts() of what the connector writes as the database prints it, and of a
wall time in milliseconds. None for other types.
-#}
{%- macro debezium_fits(source_type, feed) -%}
    {%- set family = changefeed.debezium_family_of(feed.source_kind) -%}
    {%- set row = changefeed.row_of_type(family, source_type) if family in changefeed.type_families() else none -%}
    {%- if not row or changefeed.debezium_is_open(source_type, feed) or changefeed.debezium_is_array(source_type) -%}{{ return(none) }}{%- endif -%}
    {%- set name = changefeed.debezium_type(source_type, feed).name -%}
    {%- if name == 'Timestamp' -%}
        {%- set digits = changefeed.source_type(source_type).arguments | map('int', 3) | list or [0 if family == 'mysql' else 3] -%}
        {{- return('^0\\z|0{' ~ (3 - digits[0]) ~ '}\\z' if digits[0] < 3 else none) -}}
    {%- endif -%}
    {{- return(changefeed.fitting_plain(row.kind, family, source_type) if name in ('text', 'int64', 'JavaNumber') else none) -}}
{%- endmacro -%}
