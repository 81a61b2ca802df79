{#- Whether any element of an array of rows is no row. -#}
{%- macro lacks_a_row(rows) -%}
{{ changefeed.any_row(rows, changefeed._is_null) }}
{%- endmacro -%}


{%- macro _is_null(row) -%}
{{ row }} is null
{%- endmacro -%}
