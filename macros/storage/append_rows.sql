{#- A statement: appends the rows of a query to a table in one commit. Columns go by their names. -#}
{%- macro append_rows(relation, sql) -%}
    {{- return('insert into ' ~ relation ~ ' by name ' ~ sql) -}}
{%- endmacro -%}
