{#- All that the models of a run ask about statements and types, as one row. Asked once in a run. -#}
{%- macro asked_of_events(events, sweeps, reloads, sent_types) -%}
    {#- Where there is no statement, and nothing else that acts on tables, no join of events has anything to say. -#}
    {%- if [
        changefeed.fact_of_run(changefeed.relation_of('changefeed_statements'), '*'), changefeed.fact_of_run(sweeps, '*'),
        changefeed.fact_of_run(reloads, '*', "feed <> ''"), changefeed.fact_of_run(sent_types, '*'),
    ] == [0, 0, 0, 0] -%}
        {{- return({'fingerprint': '0/0', 'dropped_databases': 0, 'unnumbered': 0, 'newest_with_former_tables': 0}) -}}
    {%- endif -%}
    {%- set types = changefeed.types_of_columns(sent_types) -%}
    {{- return(changefeed.ask(
        'events',
        "select concat_ws('/', count(*), max(decode_batch_id), (select count(*) from " ~ sweeps ~ '), nullif(sum(position.epoch), 0), nullif(sum(position.concurrent_rank), 0), (select bit_xor(xxhash64(*)) from ' ~ reloads ~ " where feed <> ''), (select bit_xor(xxhash64(column_type, column_name, position)) from (" ~ types ~ "))) as fingerprint, count_if("
        ~ changefeed.drops_database() ~ ') as dropped_databases, count_if(' ~ changefeed.has_no_number('position') ~ ') as unnumbered, coalesce(max(decode_batch_id) filter (where size(former_tables) > 0), 0) as newest_with_former_tables from '
        ~ events,
        [{'fingerprint': '1/1', 'dropped_databases': 0, 'unnumbered': 0, 'newest_with_former_tables': 0}],
        once=true
    )[0]) -}}
{%- endmacro -%}
