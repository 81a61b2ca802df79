{{ config(description='No table that has a key sends rows without it: until that is mended, the table lacks them.') }}

{%- set found = changefeed.found_by_run(ref('changefeed_decoded'), ref('changefeed_read_batches')) %}
{#- dbt must see each name while it parses the project. -#}
{%- do [ref('changefeed_quarantine'), ref('changefeed_current_rows')] %}
{%- if found and not found.without_key %}
{{ changefeed.nothing_found(['feed', 'source_database', 'source_schema', 'source_table', 'messages_without_key', 'what_to_do']) }}
{%- else %}
select
    quarantine.feed,
    quarantine.source_database,
    quarantine.source_schema,
    quarantine.source_table,
    count(*) as messages_without_key,
    concat(
        'The source''s log has partial rows, or the key does not reach Kafka (docs page of ',
        first(quarantine.dialect),
        '). Mend it and load the table again, or declare the key in seeds/changefeed_table_keys.csv',
        ' and retry the quarantine.'
    ) as what_to_do
from {{ ref('changefeed_quarantine') }} as quarantine
left semi join {{ ref('changefeed_current_rows') }} as current_rows
    on
        quarantine.feed = current_rows.feed
        and quarantine.source_database = current_rows.source_database
        and quarantine.source_schema = current_rows.source_schema
        and quarantine.source_table = current_rows.source_table
        and size(current_rows.key_columns) > 0
where quarantine.reason = 'no_key_declared' and quarantine.resolved_at is null
group by quarantine.feed, quarantine.source_database, quarantine.source_schema, quarantine.source_table
{%- endif %}
