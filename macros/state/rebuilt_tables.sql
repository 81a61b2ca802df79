{#-
What is to be folded from its whole log, as conditions on identity columns: the feeds that were decoded again since the rows were
folded last, the tables that were renamed since, and those without a key whose columns changed since, because their rows are
found by their image. `actions` is none where no table-wide change ever came.
-#}
{%- macro rebuilt_tables(rows, windows, actions, renames, removals, applied_batch_id) -%}
    {%- if not execute or changefeed.is_first_build() -%}{{ return([]) }}{%- endif -%}
    {%- set conditions = [] -%}
    {%- for row in run_query(
        'select distinct feed from ' ~ windows ~ " where kind = 'redecode' and decode_batch_id > " ~ applied_batch_id ~ ' order by feed'
    ).rows -%}
        {%- do conditions.append('<rows>.feed = ' ~ changefeed.sql_string(row[0])) -%}
    {%- endfor -%}
    {%- set table = changefeed.source_table_columns() -%}
    {%- if not actions or not changefeed.has_new_actions(actions, applied_batch_id) -%}{{ return(conditions) }}{%- endif -%}
    {%- set names -%}
        select distinct {{ table | join(', ') }}, true as is_bag from (
            select {{ table | join(', ') }} from {{ rows }} where size(key_columns) = 0
        )
        left semi join ({{ changefeed.tables_of_new_actions(actions, renames, applied_batch_id, 'column') }})
            using ({{ table | join(', ') }})
        {#- Where also changes were removed that a fold needs, before `removals` spoke of superseded ones, the rows stay as they are. -#}
        {%- if not changefeed.removed_batch_id(removals, 'changes') %}
        union all
        select distinct feed, name.source_database, name.source_schema, name.source_table, false as is_bag
        from {{ actions }}
        lateral view explode(array(
            struct(source_database, source_schema, source_table),
            struct(new_database as source_database, new_schema as source_schema, new_table as source_table)
        )) as name
        where action = 'rename_table' and decode_batch_id > {{ applied_batch_id }}
        {%- endif %}
    {%- endset -%}
    {%- for row in run_query(names).rows -%}
        {%- set parts = ['size(<rows>.key_columns) = 0'] if row[4] else [] -%}
        {%- for column in table -%}
            {%- do parts.append('<rows>.' ~ column ~ ' = ' ~ changefeed.sql_string(row[loop.index0])) -%}
        {%- endfor -%}
        {%- do conditions.append(parts | join(' and ')) -%}
    {%- endfor -%}
    {{- return(conditions) -}}
{%- endmacro -%}


{#- Whether there are table-wide changes that the rows have not met. -#}
{%- macro has_new_actions(actions, applied_batch_id) -%}
    {{- return(changefeed.high_water(actions, ['decode_batch_id'])[0] > applied_batch_id) -}}
{%- endmacro -%}


{#- The tables with new table-wide changes of a kind, by the names they have now, each with the first and last place of such a change. -#}
{%- macro tables_of_new_actions(actions, renames, applied_batch_id, kind) -%}
{%- set words = {'column': ['add_column', 'drop_column', 'rename_column'], 'cut': ['truncate', 'drop_table']}[kind] -%}
select feed, source_database, source_schema, source_table, min(position) as first_position, max(position) as last_position
from ({{ changefeed.actions_by_present_name(actions, renames) }})
where decode_batch_id > {{ applied_batch_id }} and action in ('{{ words | join("', '") }}')
group by all
{%- endmacro -%}
