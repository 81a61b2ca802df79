{#- Whether any table was ever truncated, dropped, swept or given other columns. Where none was, nothing is joined to the rows. -#}
{%- macro has_table_actions(events, sweeps) -%}
    {{- return(execute and run_query(
        'select (select count(*) from ' ~ events ~ ' lateral view explode(' ~ changefeed.understood_actions() ~ ") as action"
        ~ " where action.action <> 'create_table') + (select count(*) from " ~ sweeps ~ ')'
    ).columns[0].values()[0] | int > 0) -}}
{%- endmacro -%}
