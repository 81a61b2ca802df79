{{
    config(
        severity='warn',
        description='All rows of a table are known by the same key columns. Partial rows may name a part of the key only: declare the key in changefeed_table_keys.csv.'
    )
}}

{#- dbt must see each name while it parses the project. -#}
{%- set rows, redefined_keys = ref('changefeed_current_rows'), ref('changefeed_redefined_keys') %}
{%- set read_batches = ref('changefeed_read_batches') %}
{%- if changefeed.looks_at_the_run()
    and changefeed.newest_seen_key(redefined_keys) < changefeed.newest_read_batch(read_batches) %}
{{ changefeed.nothing_found(['feed', 'source_database', 'source_schema', 'source_table', 'keys', 'what_to_do']) }}
{%- else %}
select
    feed,
    source_database,
    source_schema,
    source_table,
    count(distinct key_columns) as keys,
    'Declare its key in seeds/changefeed_table_keys.csv and decode the feed again, unless it was altered.' as what_to_do
from {{ rows }}
-- A row that lacks a column of its key had it before the column was renamed or dropped: its key is no other one.
where size(array_except(key_columns, map_keys(row))) = 0
group by feed, source_database, source_schema, source_table
having count(distinct key_columns) > 1
{%- endif %}
