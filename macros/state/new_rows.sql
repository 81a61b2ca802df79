{#- A query of rows or versions where none stands, from one of folded rows or versions `new`; `columns` as columns_of_new_row() or columns_of_new_version() returns them. -#}
{%- macro new_rows(sql, columns) -%}
select
    {%- for column, value in columns.items() %}
    {{ value }} as {{ column }}{{ ',' if not loop.last }}
    {%- endfor %}
from (
    {{ sql }}
) as new
{%- endmacro -%}


{#- The columns of a row that was not there, and what each gets of a folded row `new`. -#}
{%- macro columns_of_new_row() -%}
    {{- return(changefeed._columns_of_new(['changed_at', 'settled_position', 'copies_missed'])) -}}
{%- endmacro -%}


{#- The columns of a version that was not there, and what each gets of a version `new`. -#}
{%- macro columns_of_new_version() -%}
    {{- return(changefeed._columns_of_new(['closed_position', 'valid_from', 'valid_to'])) -}}
{%- endmacro -%}


{%- macro _columns_of_new(others) -%}
    {%- set columns = {} -%}
    {%- for column in changefeed.identity_columns() + ['key_columns', 'copies', 'is_deleted', 'operation', 'position', 'applied_batch_id'] + others -%}
        {%- do columns.update({column: 'new.' ~ column}) -%}
    {%- endfor -%}
    {%- do columns.update({
        'table_bucket': changefeed.table_bucket('new'),
        'row': changefeed.row_if_known(),
        'refold_batch_id': 'if(new.needs_base, new.applied_batch_id, null)',
    }) -%}
    {{- return(columns) -}}
{%- endmacro -%}


{#- The image of a new row or version; NULL where it lies over that of another key, until it is folded again. -#}
{%- macro row_if_known() -%}
if(new.needs_base, null, new.row)
{%- endmacro -%}
