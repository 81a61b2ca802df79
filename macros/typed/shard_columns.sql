{#-
The columns that tell the shards of a typed table apart; none of a table that is one source table. The schema is one of
them where it is a pattern.
-#}
{%- macro shard_columns(table) -%}
    {%- if not table.shards -%}{{- return([]) -}}{%- endif -%}
    {%- set is_pattern = '*' in (table.schema or '') or '?' in (table.schema or '') -%}
    {{- return(['_source_database'] + (['_source_schema'] if is_pattern else []) + ['_source_table']) -}}
{%- endmacro -%}
