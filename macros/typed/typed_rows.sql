{#-
The rows that current_rows or history has of a model's source table, with values of their types, as often as they have
copies in a table without a key. `of_row` are columns of the relation that are shown, each behind a _ (_copy numbers the
copies of a row); without `columns` they come first, and then those of the yml. How a value is read stands in the query
once; until the end values are called v1, v2, so that no column of the source is taken for one of the query's own.
-#}
{%- macro typed_rows(node, relation, of_row, columns=none, condition='true', copies='copies') -%}
{%- set table = changefeed.table_of_model(node) -%}
{%- set values = changefeed.typed_values(node, 'row') -%}
{%- set columns = of_row + values | list if columns is none else columns -%}
{%- set read = {} -%}
{%- for name in columns -%}
    {%- do read.update({name: 'v' ~ loop.index}) -%}
{%- endfor -%}
with rows as (

    select row, {{ 'copies' if copies == 'copies' else copies ~ ' as copies' }}{% for name in of_row if name != '_copy' %}, {{ 'if(is_deleted, changed_at, null) as deleted_at' if name == '_deleted_at' else name[1:] }}{% endfor %}
    from {{ relation }}
    where
        {{ changefeed.stored_rows_of(table) | indent(8) }}
        and {{ condition }}

),

read_rows as (

    select
        row,
        copies,
        {%- for name in columns if name != '_copy' or name not in of_row %}
        {{ name[1:] if name in of_row else 'cast(' ~ values[name].value ~ ' as ' ~ values[name].data_type ~ ')' }} as {{ read[name] }}{{ ',' if not loop.last }}
        {%- endfor %}
    from rows

),

checked_rows as (

    select
        *,
        {{ changefeed.unreadable_texts(values, read) | indent(8) }} as unreadable
    from read_rows

)

select
    {%- for name in columns %}
    {{ read[name] if name != '_copy' or name not in of_row else 'copy + 1' if table.is_keyless else 'cast(copies as int)' }} as {{ changefeed.quoted_name(name) }},
    {%- endfor %}
    if(size(unreadable) > 0, unreadable, null) as _unreadable
from checked_rows
{%- if table.is_keyless %}
lateral view posexplode(array_repeat(0, cast(copies as int))) as copy, nothing
{%- endif %}
{%- endmacro -%}
