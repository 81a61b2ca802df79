{#- Whether an element of an array of rows is NULL, because it was sent as something else than an object. -#}
{%- macro lacks_a_row(rows) -%}
{{ changefeed.any_row(rows, changefeed._is_null) }}
{%- endmacro -%}


{%- macro _is_null(row) -%}
{{ row }} is null
{%- endmacro -%}
