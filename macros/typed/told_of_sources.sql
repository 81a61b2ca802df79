{#-
What messages told of the columns of the source tables that typed tables follow, or that have a contract, asked once in
a run: by table, as typed_facts() names tables, a dict of columns by their names in small letters: name, is_there, sent
and stated (the types that messages and statements told last), declared (that of changefeed_table_columns), former
(types that it had before), and which message changed it last (first_seen_in, place; none if it is as it was first).
-#}
{%- macro told_of_sources() -%}
    {%- set told = graph.setdefault('changefeed_told ' ~ invocation_id, {}) -%}
    {%- if 'tables' not in told -%}
        {%- set feeds = [] -%}
        {%- for node in graph.nodes.values() if node.resource_type == 'model' and (node.config.meta or {}).get('changefeed') is mapping -%}
            {%- set is_asked = node.config.on_schema_change not in (none, 'ignore') or node.config.contract and node.config.contract.enforced -%}
            {%- if is_asked and node.config.meta.changefeed.feed not in feeds -%}
                {%- do feeds.append(node.config.meta.changefeed.feed) -%}
            {%- endif -%}
        {%- endfor -%}
        {%- set tables = {} -%}
        {%- set relation = ref('changefeed_source_columns') -%}
        {%- set rows = changefeed.ask('told_of_sources', changefeed._told_columns(relation, feeds)) if feeds and load_relation(relation) is not none else [] -%}
        {%- for row in rows -%}
            {%- set told_of = fromjson(row[0]) -%}
            {%- do tables.setdefault(tojson(told_of.pop('of_table')), {}).update({told_of.pop('key'): told_of}) -%}
        {%- endfor -%}
        {%- do told.update(tables=tables) -%}
    {%- endif -%}
    {{- return(told.tables) -}}
{%- endmacro -%}


{%- macro _told_columns(relation, feeds) -%}
{%- set table = changefeed.source_table_columns() | join(', ') -%}
select to_json(struct(
    array({{ table }}) as of_table,
    column_key as key,
    columns.column_name as name,
    is_there,
    coalesce(sent_type, '') as sent,
    coalesce(stated_type, '') as stated,
    coalesce(declared.source_type, '') as declared,
    coalesce(former_types, array()) as former,
    last.first_seen_in,
    concat_ws('/', last.topic, last.partition, last.offset) as place
)) as told
from ({{ changefeed.told_columns(relation) | indent(4) }}) as columns
left join (
    select
        {{ table }},
        lower(coalesce(new_name, column_name)) as column_key,
        collect_set(old_type) filter (where change = 'type_changed') as former_types,
        max_by(struct(first_seen_in, topic, partition, offset), struct(first_seen_at, offset)) as last
    from {{ relation }}
    where change not in ('', 'column_found', 'type_told')
    group by {{ table }}, lower(coalesce(new_name, column_name))
) as changes using ({{ table }}, column_key)
left join (
    select
        feed,
        coalesce(source_database, '') as source_database,
        coalesce(source_schema, '') as source_schema,
        source_table,
        lower(column_name) as column_key,
        first(source_type) as source_type
    from {{ ref('changefeed_table_columns') }}
    group by all
) as declared using ({{ table }}, column_key)
where feed in ({{ changefeed.sql_strings(feeds) }})
order by {{ table }}, columns.known_since, column_key
{%- endmacro -%}
