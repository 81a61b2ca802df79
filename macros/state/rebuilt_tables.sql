{#-
What is to be folded from its whole log, as conditions on identity columns: the feeds that were decoded again since the rows were
folded last, and the tables without a key whose columns changed since, because their rows are found by their image.
-#}
{%- macro rebuilt_tables(rows, windows, events) -%}
    {%- if not execute or changefeed.is_first_build() -%}{{ return([]) }}{%- endif -%}
    {%- set applied_batch_id = changefeed.high_water(rows, ['applied_batch_id'])[0] -%}
    {%- set conditions = [] -%}
    {%- for row in run_query(
        'select distinct feed from ' ~ windows ~ " where kind = 'redecode' and decode_batch_id > " ~ applied_batch_id ~ ' order by feed'
    ).rows -%}
        {%- do conditions.append('<rows>.feed = ' ~ changefeed.sql_string(row[0])) -%}
    {%- endfor -%}
    {%- set table = changefeed.identity_columns() | reject('equalto', 'row_key') | list -%}
    {%- if changefeed.new_actions(events, applied_batch_id, 'column') -%}
        {%- for row in run_query(
            'select distinct ' ~ table | join(', ') ~ ' from ' ~ rows ~ ' left semi join ('
            ~ changefeed.tables_of_new_actions(events, applied_batch_id, 'column') ~ ') using (' ~ table | join(', ')
            ~ ') where size(key_columns) = 0'
        ).rows -%}
            {%- set parts = ['size(<rows>.key_columns) = 0'] -%}
            {%- for column in table -%}
                {%- do parts.append('<rows>.' ~ column ~ ' = ' ~ changefeed.sql_string(row[loop.index0])) -%}
            {%- endfor -%}
            {%- do conditions.append(parts | join(' and ')) -%}
        {%- endfor -%}
    {%- endif -%}
    {{- return(conditions) -}}
{%- endmacro -%}


{#- Whether there are table-wide changes (of a column, or cuts) that the rows have not met. -#}
{%- macro new_actions(events, applied_batch_id, kind) -%}
    {{- return(execute and run_query(
        'select count(*) from (' ~ changefeed.tables_of_new_actions(events, applied_batch_id, kind) ~ ')'
    ).columns[0].values()[0] | int > 0) -}}
{%- endmacro -%}


{#- The tables with new table-wide changes of a kind, each with the first place of such a change. -#}
{%- macro tables_of_new_actions(events, applied_batch_id, kind) -%}
{%- set actions = {'column': ['add_column', 'drop_column', 'rename_column'], 'cut': ['truncate', 'drop_table']}[kind] -%}
select feed, action.source_database, action.source_schema, action.source_table, min(position) as position
from {{ events }}
lateral view explode({{ changefeed.understood_actions() }}) as action
where decode_batch_id > {{ applied_batch_id }} and action.action in ('{{ actions | join("', '") }}')
group by all
{%- endmacro -%}
