{#-
The changes of the log that change a row.

- With table actions (a relation), each change has the actions of its table beside it. The rows of a table without a key
  are shown as they are after all changes of its columns, so that a row from before such a change is found again after
  it. A key of several columns of which one was renamed is shown in the order of the new names.
- With renames (a relation), each change has the present name of its table.
- With rebuilt (a query of rebuilt_tables()), `which` may use is_rebuilt.
- With redefined (a relation), a change with a former key of its table has the present one (with_present_keys()), and
  `before` is whole.
-#}
{%- macro row_changes(log, which='true', actions=none, renames=none, rebuilt='', redefined=none) -%}
{%- set table = changefeed.source_table_columns() -%}
{%- set has_former_keys = redefined is not none and changefeed.has_redefined_keys(redefined) -%}
{%- set changes -%}
select
    {{ changefeed.identity_columns() | join(',\n    ') }},
    key_columns,
    previous_row_key,
    coalesce(is_partial, false) as is_partial,
    operation,
    {{ changefeed.full_before() ~ ' as before' if has_former_keys else 'before' }},
    after,
    source_at,
    position,
    {%- if actions %}
    column_types,
    source_kind,
    {%- endif %}
    decode_batch_id
from {{ log }}
where
    operation in ('{{ changefeed.row_operations() | join("', '") }}')
    {%- if not renames and not rebuilt %}
    and ({{ which }})
    {%- endif %}
{%- endset -%}
{%- if renames -%}
{%- set changes -%}
select *
from (
    select
        * except (source_database, source_schema, source_table, present, renames),
        {%- for part in ['database', 'schema', 'table'] %}
        coalesce(present.source_{{ part }}, source_{{ part }}) as source_{{ part }}{{ ',' if not loop.last }}
        {%- endfor %}
    from (
        select
            *,
            {{ changefeed.present_table('', 'position', 'renames') | indent(12) }} as present
        from (
            {{ changes | indent(12) }}
        )
        left join {{ renames }} using (feed)
    )
)
where source_table <> '' {%- if not rebuilt %} and ({{ which }}){% endif %}
{%- endset -%}
{%- endif -%}
{%- if rebuilt -%}
{%- set changes -%}
select * except (is_rebuilt)
from (
    {{ changefeed.with_is_rebuilt(changes, rebuilt) | indent(4) }}
)
where {{ which }}
{%- endset -%}
{%- endif -%}
{%- if actions -%}
{%- set changes -%}
select
    * except (row_key, previous_row_key, key_columns, before, after, compared, comparable, renamed_keys, column_types, source_kind),
    case
        when is_renewed then {{ changefeed.image_key('compared') }}
        when renamed_keys is not null then {{ changefeed._key_in_order('renamed_keys[0]') }}
        else row_key
    end as row_key,
    if(renamed_keys is null, previous_row_key, {{ changefeed._key_in_order('renamed_keys[1]') }}) as previous_row_key,
    if(renamed_keys is null, key_columns, sort_array(map_keys(renamed_keys[0]))) as key_columns,
    before,
    after
from (
    select
        * except (before, after),
        {{ changefeed.with_column_actions('comparable', 'position', 'table_actions') | indent(8) }} as compared,
        if(
            {{ changefeed.names_key_column('table_actions.column_actions', 'key_columns') | indent(12) }},
            transform(
                array(row_key, previous_row_key),
                key -> {{ changefeed.with_column_actions(
                    "map_from_arrays(key_columns, from_json(key, 'array<string>'))", 'position', 'table_actions', is_whole=false
                ) | indent(16) }}
            ),
            null
        ) as renamed_keys,
        {%- for image in ['before', 'after'] %}
        if(is_renewed, {{ changefeed.with_column_actions(image, 'position', 'table_actions') | indent(8) }}, {{ image }}) as {{ image }}
        {{- ',' if not loop.last }}
        {%- endfor %}
    from (
        select
            *,
            if(
                is_renewed,
                transform(
                    array(from_json(column_types, 'map<string,string>')),
                    types -> {{ changefeed.comparable_image('coalesce(after, before)', 'types') | indent(20) }}
                )[0],
                null
            ) as comparable
        from (
            select
                *,
                size(key_columns) = 0 and table_actions.column_actions is not null as is_renewed
            from (
                {{ changes | indent(16) }}
            )
            left join ({{ changefeed.actions_of_tables(actions) }}) using ({{ table | join(', ') }})
        )
    )
)
{%- endset -%}
{%- endif -%}
{{ changefeed.with_present_keys(changes, redefined) if has_former_keys else changes }}
{%- endmacro -%}


{#- The text of a key from a map, column → value, in the order of the columns' names. -#}
{%- macro _key_in_order(key) -%}
{{ changefeed.row_key('sort_array(map_keys(' ~ key ~ '))', key) }}
{%- endmacro -%}
