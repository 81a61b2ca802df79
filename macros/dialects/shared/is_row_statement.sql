{#- Whether a statement changes rows. The rows come by themselves, so such a statement is kept for information only. -#}
{%- macro is_row_statement(statement) -%}
    coalesce({{ statement }} rlike r'(?is)^\s*+(?:insert|update|delete|replace|merge)\b', false)
{%- endmacro -%}
