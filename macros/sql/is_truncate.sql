{#- Whether a statement empties a table: TRUNCATE that comes as DDL text, perhaps behind comments. -#}
{%- macro is_truncate(statement) -%}
    coalesce({{ statement }} rlike r'(?is)^\s*+(?:/\*.*?\*/\s*+|(?:--|#)[^\n]*+\n\s*+)*+truncate\b', false)
{%- endmacro -%}
