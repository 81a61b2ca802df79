{#- The operations that change one row. -#}
{%- macro row_operations() -%}
    {{- return(['snapshot', 'insert', 'update', 'delete']) -}}
{%- endmacro -%}
