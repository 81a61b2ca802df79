{#-
Whether any table was ever truncated, dropped, renamed, swept, given other columns or loaded again without a key. Where
none was, nothing is joined to the rows.
-#}
{%- macro has_table_actions(actions, sweeps, reloads) -%}
    {{- return(changefeed.is_readable(actions) and changefeed.asked_once(
        'select (select count(*) from ' ~ actions ~ " where action <> 'create_table') + (select count(*) from " ~ sweeps ~ ') + (select count(*) from ' ~ reloads ~ " where feed <> '')"
    )[0][0] | int > 0) -}}
{%- endmacro -%}
