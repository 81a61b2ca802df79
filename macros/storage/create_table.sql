{#-
A statement: makes a table without rows, if there is none of that name. `columns` is the text of their names and types.
-#}
{%- macro create_table(relation, columns) -%}
    {{- return('create table if not exists ' ~ relation ~ ' (' ~ columns ~ ') using ' ~ changefeed.file_format()) -}}
{%- endmacro -%}
