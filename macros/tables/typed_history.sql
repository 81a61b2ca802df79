{#-
The versions of the rows of a typed table, with its columns and when each was valid. `of` is the name of the typed model: its yml says feed, table, columns and types.
The feed's line in feeds.csv must keep the table's history.
-#}
{%- macro typed_history(of) -%}
{%- do ref(of) -%}
{%- if not execute -%}
    {%- do ref('changefeed_history') -%}
    {%- do changefeed.uses_of_typed_models() -%}
{%- else -%}
    {{- changefeed._typed_versions(changefeed.typed_model(of)) -}}
{%- endif -%}
{%- endmacro -%}


{%- macro _typed_versions(node) -%}
{%- set table = changefeed.table_of_model(node) -%}
{%- set values = changefeed.typed_values(node, 'row') -%}
with versions as (

    select
        valid_from,
        valid_to,
        is_current,
        operation,
        copies,
        row
    from {{ ref('changefeed_history') }}
    where
        table_bucket = {{ changefeed.bucket_of_table(table.feed, table.database or '', table.schema or '', table.table) }}
        and {{ changefeed.is_of_table(table) | indent(8) }}

),

read_versions as (

    select
        valid_from as _valid_from,
        valid_to as _valid_to,
        is_current as _is_current,
        operation as _operation,
        copies,
        {%- for name, each in values.items() %}
        cast({{ each.value }} as {{ each.data_type }}) as {{ changefeed.quoted_name(name) }},
        {%- endfor %}
        {{ changefeed.unreadable_texts(values) | indent(8) }} as unreadable
    from versions

)

select
    _valid_from,
    _valid_to,
    _is_current,
    _operation,
    {%- for name in values %}
    {{ changefeed.quoted_name(name) }},
    {%- endfor %}
    if(size(unreadable) > 0, unreadable, null) as _unreadable
from read_versions
{%- if table.is_keyless %}
lateral view explode(array_repeat(0, cast(copies as int))) as copy
{%- endif %}
{%- endmacro -%}
