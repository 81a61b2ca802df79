{#- Whether any table was ever truncated, dropped, renamed, swept or given other columns. Where none was, nothing is joined to the rows. -#}
{%- macro has_table_actions(actions, sweeps) -%}
    {{- return(changefeed.is_readable(actions) and run_query(
        'select (select count(*) from ' ~ actions ~ " where action <> 'create_table') + (select count(*) from " ~ sweeps ~ ')'
    ).columns[0].values()[0] | int > 0) -}}
{%- endmacro -%}
