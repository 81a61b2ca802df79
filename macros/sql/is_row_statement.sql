{#- Whether a statement is one that changes rows: its rows come by themselves, and it is kept for information only. -#}
{%- macro is_row_statement(statement) -%}
    coalesce({{ statement }} rlike r'(?is)^\s*+(?:insert|update|delete|replace|merge)\b', false)
{%- endmacro -%}
