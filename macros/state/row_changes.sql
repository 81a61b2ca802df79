{#-
The changes of the log that change a row. With table actions (a relation), each has those of its table beside it, and the rows
of a table without a key are as they are after all changes of its columns: a row from before is found again after them. With
renames (a relation), each goes by the name that its table has now. With rebuilt (a query of rebuilt_tables()) `which` may ask is_rebuilt.
-#}
{%- macro row_changes(log, which='true', actions=none, renames=none, rebuilt='') -%}
{%- set table = changefeed.source_table_columns() -%}
{%- set changes -%}
select
    {{ changefeed.identity_columns() | join(',\n    ') }},
    key_columns,
    previous_row_key,
    coalesce(is_partial, false) as is_partial,
    operation,
    before,
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
{%- if not actions -%}
{{ changes }}
{%- else -%}
select
    * except (row_key, before, after, compared, comparable, column_types, source_kind),
    if(is_renewed, {{ changefeed.image_key('compared') }}, row_key) as row_key,
    before,
    after
from (
    select
        * except (before, after),
        {{ changefeed.with_column_actions('comparable', 'position', 'table_actions') | indent(8) }} as compared,
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
{%- endif -%}
{%- endmacro -%}


{#- The table actions of each table as one struct, with all its declared full loads (swept_before is the last). -#}
{%- macro actions_of_tables(actions) -%}
{%- set table = changefeed.source_table_columns() | join(', ') -%}
select {{ table }}, struct(last_cut, last_cut_by_place, cuts, column_actions, swept_before, sweeps) as table_actions
from {{ actions }}
left join (
    select {{ table }}, collect_list(since) as sweeps
    from {{ changefeed.beside(actions, 'sweeps') }}
    group by {{ table }}
) using ({{ table }})
{%- endmacro -%}
