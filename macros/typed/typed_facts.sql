{#-
What a run knows of the rows that typed tables are kept from, asked once for all of them, after the fold: which
folded_rows it is, the newest decode batch that it has, and by source table (a JSON array of feed, database, schema and
name) the newest batch of its rows, what acts on all of them (`rows`; `columns`: on one column of them), and the last
request to fold them as a whole; and what the last run noted of each kept table. Rows are looked at only as far back as
some table has not been. If two models ask at the same time, what is done already stays (`done`).
-#}
{%- macro typed_facts() -%}
    {%- set facts = graph.setdefault('changefeed_typed ' ~ invocation_id, {}) -%}
    {%- if facts -%}{{- return(facts) -}}{%- endif -%}
    {%- set present = [] -%}
    {%- for node in graph.nodes.values() if node.resource_type == 'model' and node.config.materialized == 'typed_incremental' -%}
        {%- do present.append(node.relation_name) -%}
    {%- endfor -%}
    {%- set noted, checked, version = {}, [], ', version' if changefeed.newest_version('') else '' -%}
    {%- for row in changefeed.ask('kept_tables', 'select relation, checked_batch_id, basis, query' ~ version ~ ' from ' ~ changefeed.relation_of('typed_tables')) if row[0] in present -%}
        {%- do noted.update({row[0]: {'batch_id': row[1] | int, 'basis': row[2], 'query': row[3], 'version': row[4] | int if version and row[4] is not none else none}}) -%}
        {%- do checked.append(row[1] | int) -%}
    {%- endfor -%}
    {%- set first = checked | min if checked else 0 -%}
    {%- set newest = [checked | max if checked else 0] -%}
    {%- set found = {'rows': {}, 'actions': {}, 'requests': {}, 'dialects': {}, 'marked': {}} -%}
    {%- for row in changefeed.ask('typed_rows', changefeed._facts_by_table(first)) -%}
        {%- set of_table = tojson([row[1], row[2], row[3], row[4]]) -%}
        {%- if row[0] in ['actions', 'dialects'] -%}{%- do found[row[0]].update({of_table: row[6]}) -%}
        {%- elif row[5] is not none -%}{%- do found[row[0]].update({of_table: row[5] | int}) -%}{%- endif -%}
        {%- if row[0] == 'rows' and row[5] is not none -%}{%- do newest.append(row[5] | int) -%}{%- endif -%}
        {%- if row[7] is not none -%}{%- do found.marked.update({of_table: row[7] | int}) -%}{%- endif -%}
    {%- endfor -%}
    {%- do facts.update(found, folded_rows=changefeed.identity_of_table(changefeed.relation_of('changefeed_folded_rows')), newest=newest | max, first=first, noted=noted, done=graph.setdefault('changefeed_typed_done ' ~ invocation_id, {})) -%}
    {{- return(facts) -}}
{%- endmacro -%}


{#- What acts on a whole table is in one text without order where it has none. -#}
{%- macro _facts_by_table(first) -%}
{%- set rows = changefeed.relation_of('changefeed_folded_rows') -%}
select
    'rows' as what,
    feed,
    source_database,
    source_schema,
    source_table,
    max(applied_batch_id) filter (where applied_batch_id > {{ first }}) as batch_id,
    cast(null as string) as said,
    max(refold_batch_id) as marked
from {{ rows }}
where applied_batch_id > {{ first }} or refold_batch_id is not null
group by feed, source_database, source_schema, source_table
{%- set requests = changefeed.relation_of('changefeed_refold_requests') %}
{%- if changefeed.fact_of_run(requests, 'decode_batch_id', 'reason is not null') != 0 %}
union all
select 'requests', feed, coalesce(source_database, ''), coalesce(source_schema, ''), coalesce(source_table, ''), max(decode_batch_id), null, null
from {{ requests }}
where reason is not null and row_key is null and first_position is null
group by feed, source_database, source_schema, source_table
{%- endif %}
{%- if changefeed.facts_of_table_actions(
    changefeed.relation_of('changefeed_event_actions'), changefeed.relation_of('sweeps'), changefeed.relation_of('changefeed_table_reloads')
) != [0, 0, 0] %}
union all
select
    'actions', feed, source_database, source_schema, source_table, 0,
    to_json(struct(
        if(
            resets is null and swept_before is null,
            '',
            md5(concat_ws(' ', to_json(array_sort(transform(resets, reset -> to_json(reset)))), swept_before))
        ) as rows,
        map_from_entries(transform(
            array_distinct(flatten(transform(
                column_actions, each -> array(lower(coalesce(each.column_name, '')), lower(coalesce(each.new_column_name, '')))
            ))),
            name -> struct(name, left(md5(to_json(filter(
                column_actions, each -> name in (lower(coalesce(each.column_name, '')), lower(coalesce(each.new_column_name, '')))
            ))), 12))
        )) as columns
    )), null
from {{ changefeed.relation_of('changefeed_table_actions') }}
{%- endif %}
union all
select 'dialects', feed, '', '', '', 0, dialect, null
from {{ changefeed.relation_of('changefeed_feed_settings') }}
{%- endmacro -%}
