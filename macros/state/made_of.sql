{#-
The fingerprint of a derived table: a text that changes when the table has to be made again. It changes with the statements and the declared
full loads. Where databases were dropped, it changes with the tables as well. Where statements have no number of their own, it changes
with the changes that say where a statement stands.
-#}
{%- macro made_of(events, sweeps, log) -%}
    {%- if not changefeed.is_readable(events) -%}{{ return('') }}{%- endif -%}
    {%- set found = changefeed.asked_of_events(events, sweeps) -%}
    {%- set made_of = found['made_of'] ~ ('/' ~ changefeed._newest_that_places(events, log) if found['unnumbered'] else '') -%}
    {%- if not found['dropped_databases'] -%}{{ return(made_of) }}{%- endif -%}
    {%- set tables = run_query(
        'select count(distinct feed, source_database, source_schema, source_table) from ' ~ log
    ).columns[0].values()[0] -%}
    {{- return(made_of ~ '/' ~ tables) -}}
{%- endmacro -%}


{#- The newest run that read statements, or changes by which statements without a number are placed: those of earlier runs are among what event_actions was made of. -#}
{%- macro _newest_that_places(events, log) -%}
    {%- set actions = changefeed.beside(log, 'event_actions') -%}
    {%- set placed = '(select coalesce(max(decode_batch_id), 0) from ' ~ actions ~ ')' if load_relation(actions) is not none else '0' -%}
    {{- return(changefeed.asked_once(
        'select greatest((select max(decode_batch_id) from ' ~ events ~ '), ' ~ placed ~ ', '
        ~ changefeed.newest_beside_statements(events, log, changefeed.folded_batch_id(log)) ~ ')'
    )[0][0]) -}}
{%- endmacro -%}


{#- What runs ask about statements, as one row: asked once in a run. -#}
{%- macro asked_of_events(events, sweeps) -%}
    {{- return(changefeed.asked_once(
        "select concat_ws('/', count(*), max(decode_batch_id), (select count(*) from " ~ sweeps ~ '), nullif(sum(position.epoch), 0), (select bit_xor(xxhash64(*)) from ' ~ changefeed.beside(sweeps, 'reloads') ~ ')) as made_of, count_if('
        ~ changefeed.drops_database() ~ ') as dropped_databases, count_if(' ~ changefeed.has_no_number('position') ~ ') as unnumbered, coalesce(max(decode_batch_id) filter (where size(former_tables) > 0), 0) as newest_with_former_tables from '
        ~ events
    )[0]) -}}
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
