{{ config(description='No table that has a key sends updates without it: its source would log partial rows.') }}

select
    quarantine.feed,
    quarantine.source_database,
    quarantine.source_schema,
    quarantine.source_table,
    count(*) as messages_without_key,
    'The source logs partial rows: set binlog_row_image=FULL and load the table again.' as what_to_do
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
