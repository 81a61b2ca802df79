{#-
The rows of one source table with their real types, from the model's own yml: `meta.changefeed` names the feed, database,
schema and table, each column its data_type and, in meta, its source_type. A text that its type cannot hold is NULL in
its column and kept in _unreadable. Columns called _feed, _operation and _changed_at without a source_type are those of current_rows.
-#}
{%- macro typed_table() -%}
{%- if not execute -%}
    {%- do ref('changefeed_current_rows') -%}
    {%- do changefeed.uses_of_typed_models() -%}
{%- else -%}
    {{- changefeed._typed_rows(changefeed.table_of_model(model)) -}}
{%- endif -%}
{%- endmacro -%}


{%- macro _typed_rows(table) -%}
{%- set of_row = changefeed.columns_of_row(model) -%}
{%- set values = changefeed.typed_values(model, 'row') -%}
{%- set columns = model.columns | reject('equalto', '_unreadable') | list -%}
with rows as (

    select row, copies{% for name in of_row %}, {{ name[1:] }}{% endfor %}
    from {{ ref('changefeed_current_rows') }}
    where
        table_bucket = {{ changefeed.bucket_of_table(table.feed, table.database or '', table.schema or '', table.table) }}
        and {{ changefeed.is_of_table(table) | indent(8) }}
        and not is_deleted

),

read_rows as (

    select
        copies,
        {%- for name in columns %}
        {{ name[1:] if name in of_row else 'cast(' ~ values[name].value ~ ' as ' ~ values[name].data_type ~ ')' }} as {{ changefeed.quoted_name(name) }},
        {%- endfor %}
        {{ changefeed.unreadable_texts(values) | indent(8) }} as unreadable
    from rows

)

select
    {%- for name in columns %}
    {{ changefeed.quoted_name(name) }},
    {%- endfor %}
    if(size(unreadable) > 0, unreadable, null) as _unreadable
from read_rows
{%- if table.is_keyless %}
lateral view explode(array_repeat(0, cast(copies as int))) as copy
{%- endif %}
{%- endmacro -%}
