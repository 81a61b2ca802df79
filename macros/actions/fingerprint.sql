{#-
The fingerprint of a derived table: a text that changes when the table has to be made again. It changes with the
statements, the declared full loads and the types that messages changed. Where databases were dropped, it changes with
the tables as well. Where statements have no number of their own, it changes with the changes that say where a statement
stands.
-#}
{%- macro fingerprint(events, sweeps, reloads, tables, log, event_actions, sent_types) -%}
    {%- if not changefeed.is_readable(events) -%}{{ return('') }}{%- endif -%}
    {%- set found = changefeed.asked_of_events(events, sweeps, reloads, sent_types) -%}
    {%- set fingerprint = found['fingerprint'] ~ ('/' ~ changefeed._newest_that_orders(events, log, event_actions) if found['unnumbered'] else '') -%}
    {%- if not found['dropped_databases'] -%}{{ return(fingerprint) }}{%- endif -%}
    {%- set count_of_tables = changefeed.ask(
        'count_of_tables', 'select count(distinct feed, source_database, source_schema, source_table) from ' ~ tables, [[0]], once=true
    )[0][0] -%}
    {{- return(fingerprint ~ '/' ~ count_of_tables) -}}
{%- endmacro -%}


{#-
The newest run that read statements, or changes by which statements without a number are placed. event_actions has the
runs of earlier builds.
-#}
{%- macro _newest_that_orders(events, log, event_actions) -%}
    {%- set placed_batch_id = changefeed.ask(
        'placed', 'select coalesce(max(decode_batch_id), 0) from ' ~ event_actions, [[0]], once=true
    )[0][0] if load_relation(event_actions) is not none else 0 -%}
    {{- return(changefeed.ask(
        'newest_that_orders',
        'select greatest((select max(decode_batch_id) from ' ~ events ~ '), ' ~ placed_batch_id ~ ', '
        ~ changefeed.newest_beside_statements(events, log, placed_batch_id) ~ ')',
        [[0]],
        once=true
    )[0][0]) -}}
{%- endmacro -%}
