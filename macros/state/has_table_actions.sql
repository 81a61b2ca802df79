{#- Whether any table was ever truncated, dropped, renamed, swept or given other columns. Where none was, nothing is joined to the rows. -#}
{%- macro has_table_actions(actions, sweeps) -%}
    {{- return(changefeed.is_readable(actions) and changefeed.asked_once(
        'select (select count(*) from ' ~ actions ~ " where action <> 'create_table') + (select count(*) from " ~ sweeps ~ ')'
    )[0][0] | int > 0) -}}
{%- endmacro -%}
