{#-
What a derived table is made of, as a text that is another when the statements or the declared full loads are others, or, where
databases were dropped, the tables.
-#}
{%- macro made_of(events, sweeps, log) -%}
    {%- if not changefeed.is_readable(events) -%}{{ return('') }}{%- endif -%}
    {%- set found = changefeed.asked_once(
        "select concat_ws('/', count(*), max(decode_batch_id), (select count(*) from " ~ sweeps ~ '), nullif(sum(position.epoch), 0)) as made_of, count_if('
        ~ changefeed.drops_database() ~ ') as dropped_databases from ' ~ events
    )[0] -%}
    {%- if not found['dropped_databases'] -%}{{ return(found['made_of']) }}{%- endif -%}
    {%- set tables = run_query(
        'select count(distinct feed, source_database, source_schema, source_table) from ' ~ log
    ).columns[0].values()[0] -%}
    {{- return(found['made_of'] ~ '/' ~ tables) -}}
{%- endmacro -%}


{#- Whether a statement of `table_events` drops a database or schema: what it says of tables depends on which there are. -#}
{%- macro drops_database() -%}
is_understood and exists(actions, action -> action.action = 'drop_table' and action.source_table = '')
{%- endmacro -%}


{#- Whether the model's table is made of something else, or not there at all. -#}
{%- macro is_to_be_made(made_of) -%}
    {%- if changefeed.is_first_build() -%}{{ return(true) }}{%- endif -%}
    {{- return(made_of != '0/0' and run_query(
        'select count(*) from ' ~ this ~ ' where made_of = ' ~ changefeed.sql_string(made_of)
    ).columns[0].values()[0] | int == 0) -}}
{%- endmacro -%}
