{#-
The changes of the rows of a typed table: the row before and after each, as structs with its columns. `of` is the name
of the typed model: its yml says feed, table, columns and types. What a change of a partial image does not say is NULL,
and _is_partial true. A change of key is two: the old key's has no row after, the new key's none before.
-#}
{%- macro typed_changes(of) -%}
{%- do ref(of) -%}
{%- if not execute -%}
    {%- do ref('changefeed_changes') -%}
    {%- do changefeed.uses_of_typed_models() -%}
{%- else -%}
    {{- changefeed._typed_images(changefeed.typed_model(of)) -}}
{%- endif -%}
{%- endmacro -%}


{#- How a value is read stands in the query once for each image. -#}
{%- macro _typed_images(node) -%}
{%- set shards = changefeed.shard_columns(changefeed.table_of_model(node)) -%}
{%- set images = {'before': changefeed.typed_values(node, 'before'), 'after': changefeed.typed_values(node, 'after')} -%}
with changes as (

    select
        {%- for name in shards %}
        {{ name[1:] }},
        {%- endfor %}
        source_at,
        operation,
        row_key,
        previous_row_key,
        is_partial,
        position,
        before,
        after
    from {{ ref('changefeed_changes') }}
    where
        {{ changefeed.is_of_table(changefeed.table_of_model(node)) | indent(8) }}
        and operation in ({{ changefeed.sql_strings(changefeed.row_operations()) }})

),

read_changes as (

    select
        *,
        {%- for image, values in images.items() %}
        if({{ image }} is null, null, named_struct(
            {%- for name, each in values.items() %}
            {{ changefeed.sql_string(name) }}, cast({{ each.value }} as {{ each.data_type }}){{ ',' if not loop.last }}
            {%- endfor %}
        )) as read_{{ image }}{{ ',' if not loop.last }}
        {%- endfor %}
    from changes

),

checked_changes as (

    select
        *,
        map_concat(
            {%- for image, values in images.items() %}
            {%- set read = {} -%}
            {%- for name in values -%}
                {%- do read.update({name: 'read_' ~ image ~ '.' ~ changefeed.quoted_name(name)}) -%}
            {%- endfor %}
            {{ changefeed.unreadable_texts(values, read, image ~ '.') | indent(12) }}{{ ',' if not loop.last }}
            {%- endfor %}
        ) as unreadable
    from read_changes

)

select
    {%- for name in shards %}
    {{ name[1:] }} as {{ name }},
    {%- endfor %}
    source_at as _changed_at,
    operation as _operation,
    row_key as _row_key,
    previous_row_key as _previous_row_key,
    coalesce(is_partial, false) as _is_partial,
    position as _position,
    read_before as before,
    read_after as after,
    if(size(unreadable) > 0, unreadable, null) as _unreadable
from checked_changes
{%- endmacro -%}
