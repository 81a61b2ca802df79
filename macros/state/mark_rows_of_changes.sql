{#-
Marks the rows of a folded table of which changes that it has met meet a condition. They go by the names that their tables had
when they were folded.
-#}
{%- macro mark_rows_of_changes(log, rows, which) -%}
    {%- set actions, renames = [changefeed.beside(log, 'table_actions'), changefeed.beside(log, 'table_renames')] -%}
    {%- if load_relation(rows) is not none -%}
        {%- set has_actions = load_relation(actions) is not none and load_relation(renames) is not none -%}
        {%- do run_query(
            'merge into ' ~ rows ~ ' as stored using (select distinct ' ~ changefeed.identity_columns() | join(', ') ~ ' from ('
            ~ changefeed.row_changes(
                log,
                which=which,
                actions=actions if has_actions else none,
                renames=renames if has_actions else none
            ) ~ ')) as moved on true' ~ changefeed.same_row('stored', 'moved')
            ~ ' when matched then update set refold_batch_id = stored.applied_batch_id'
        ) -%}
    {%- endif -%}
{%- endmacro -%}
