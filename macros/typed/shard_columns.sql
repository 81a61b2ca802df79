{#-
The columns that tell the shards of a typed table apart; none of a table that is one source table. The schema is one of
them where it is a pattern.
-#}
{%- macro shard_columns(table) -%}
    {%- if not table.shards -%}{{- return([]) -}}{%- endif -%}
    {{- return(['_source_database'] + (['_source_schema'] if changefeed.is_pattern(table.schema or '') else []) + ['_source_table']) -}}
{%- endmacro -%}
