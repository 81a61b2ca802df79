{#-
What is to be folded from its whole log, as a query: the feeds that were decoded again since the rows were folded last, the tables
that were renamed since, those on which statements acted that by now mean others (with all that were ever renamed: rows of theirs may have
followed), those with a column of a key of several columns that was renamed since, and those without a key whose columns changed since (rebuilt_bags_only), because their
rows are found by their image. '' where there is none. The names come from messages: they are rows of this query, never part of a statement.
A whole feed has no rebuilt_table. `actions` is none where no table-wide change ever came.
-#}
{%- macro rebuilt_tables(rows, windows, events, sweeps, actions, renames, removals, applied_batch_id) -%}
    {%- if not execute or changefeed.is_first_build() -%}{{ return('') }}{%- endif -%}
    {%- set has_new_actions = actions and changefeed.has_new_actions(actions, applied_batch_id) -%}
    {%- set has_former_tables = changefeed.asked_of_events(events, sweeps)['newest_with_former_tables'] | int > applied_batch_id -%}
    {%- set table = changefeed.source_table_columns() -%}
    {%- set rebuilt -%}
        select feed as rebuilt_feed, {{ changefeed._no_rebuilt_table() }}, false as rebuilt_bags_only
        from {{ windows }}
        where kind = 'redecode' and decode_batch_id > {{ applied_batch_id }}
        {%- if has_new_actions %}
        union
        select {{ table | join(', ') }}, true
        from (
            select {{ table | join(', ') }} from {{ rows }} where size(key_columns) = 0
        )
        left semi join (
            {{ changefeed.tables_of_new_actions(actions, renames, applied_batch_id, 'column') | indent(12) }}
        ) using ({{ table | join(', ') }})
        {#- Where also changes were removed that a fold needs, before `removals` spoke of superseded ones, the rows stay as they are. -#}
        {%- if not changefeed.removed_batch_id(removals, 'changes') %}
        union
        select {{ table | join(', ') }}, false
        from (
            select {{ table | join(', ') }}, key_columns from {{ rows }} where size(key_columns) > 1 group by all
        )
        inner join (
            select {{ table | join(', ') }}, collect_list(struct(action, column_name)) as column_actions
            from (
                {{ changefeed.actions_by_present_name(actions, renames) | indent(16) }}
            )
            where action = 'rename_column' and decode_batch_id > {{ applied_batch_id }}
            group by all
        ) using ({{ table | join(', ') }})
        where {{ changefeed.names_key_column('column_actions', 'key_columns') }}
        union
        select feed, name.source_database, name.source_schema, name.source_table, false
        from {{ actions }}
        lateral view explode(array(
            struct(source_database, source_schema, source_table),
            struct(new_database as source_database, new_schema as source_schema, new_table as source_table)
        )) as name
        where action = 'rename_table' and decode_batch_id > {{ applied_batch_id }}
        {%- endif %}
        {%- endif %}
        {%- if has_former_tables and not changefeed.removed_batch_id(removals, 'changes') %}
        union
        select feed, name.source_database, name.source_schema, name.source_table, false
        from {{ events }}
        lateral view explode(former_tables) as name
        where decode_batch_id > {{ applied_batch_id }}
        {%- if renames %}
        union
        select feed, name.source_database, name.source_schema, name.source_table, false
        from {{ renames }}
        left semi join (
            select feed from {{ events }} where size(former_tables) > 0 and decode_batch_id > {{ applied_batch_id }}
        ) using (feed)
        lateral view explode(renames) as step
        lateral view explode(array(
            struct(step.source_database, step.source_schema, step.source_table),
            struct(step.new_database as source_database, step.new_schema as source_schema, step.new_table as source_table)
        )) as name
        {%- endif %}
        {%- endif %}
    {%- endset -%}
    {{- return(rebuilt if run_query('select 1 from (' ~ rebuilt ~ ') limit 1').rows | length else '') -}}
{%- endmacro -%}


{%- macro _no_rebuilt_table() -%}
cast(null as string) as rebuilt_database, cast(null as string) as rebuilt_schema, cast(null as string) as rebuilt_table
{%- endmacro -%}
