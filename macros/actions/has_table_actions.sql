{#-
Whether any table was ever truncated, dropped, renamed, swept or given other columns, or whether a table without a key
was loaded again. Where nothing of this happened, no table actions are joined to the rows.
-#}
{%- macro has_table_actions(actions, sweeps, reloads) -%}
    {%- set facts = changefeed.facts_of_table_actions(actions, sweeps, reloads) -%}
    {%- if none not in facts -%}{{ return(facts | sum > 0) }}{%- endif -%}
    {{- return(changefeed.is_readable(actions) and changefeed.ask(
        'table_actions',
        'select (select count(*) from ' ~ actions ~ " where action <> 'create_table') + (select count(*) from " ~ sweeps ~ ') + (select count(*) from ' ~ reloads ~ " where feed <> '')",
        [[0]],
        once=true
    )[0][0] | int > 0) -}}
{%- endmacro -%}
