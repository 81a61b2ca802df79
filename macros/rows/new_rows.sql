{#-
The rows or versions that folded rows or versions `new` become in an empty table. `columns` is what columns_of_new_row()
or columns_of_new_version() returns.
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
