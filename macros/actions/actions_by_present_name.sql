{#- The table actions, by the present names of their tables. named_* are the names in the statement. -#}
{%- macro actions_by_present_name(actions, renames) -%}
select
    * except (source_database, source_schema, source_table, present, renames),
    source_database as named_database,
    source_schema as named_schema,
    source_table as named_table,
    coalesce(present.source_database, source_database) as source_database,
    coalesce(present.source_schema, source_schema) as source_schema,
    coalesce(present.source_table, source_table) as source_table
from (
    select
        *,
        {{ changefeed.present_table('', 'position', 'renames', 'action_index', "action = 'drop_table'") | indent(8) }} as present
    from {{ actions }}
    left join {{ renames }} using (feed)
)
where coalesce(present.source_table, source_table) <> ''
{%- endmacro -%}
