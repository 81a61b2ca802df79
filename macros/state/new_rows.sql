{#-
A query of rows or versions where none stands, from one of folded rows or versions `new`; `columns` as
columns_of_new_row() or columns_of_new_version() returns them.
-#}
{%- macro new_rows(sql, columns) -%}
select
    {%- for column, value in columns.items() %}
    {{ value }} as {{ column }}{{ ',' if not loop.last }}
    {%- endfor %}
from (
    {{ sql }}
) as new
{%- endmacro -%}
