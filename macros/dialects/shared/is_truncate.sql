{#- Whether a statement empties a table: a TRUNCATE that comes as DDL text, also after comments. -#}
{%- macro is_truncate(statement) -%}
    coalesce({{ statement }} rlike r'(?is)^\s*+(?:/\*.*?\*/\s*+|(?:--|#)[^\n]*+\n\s*+)*+truncate\b', false)
{%- endmacro -%}
