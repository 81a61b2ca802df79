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
