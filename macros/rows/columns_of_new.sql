{%- macro columns_of_new(others) -%}
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
