{{ config(materialized='view', alias='current_rows') }}
{%- set feeds_with_paths = changefeed.feeds_with_paths(ref('changefeed_feed_settings')) %}

{% if feeds_with_paths -%}
select
    * except (row),
    {{ changefeed.whole_row('row', feeds_with_paths) | indent(4) }} as row
from (
{%- endif %}
-- A row without key that stands before a truncate counts as taken by it: whether the row was still there is not known.
select
    rows.feed,
    rows.source_database,
    rows.source_schema,
    rows.source_table,
    rows.table_bucket,
    rows.row_key,
    rows.key_columns,
    if({{ changefeed.precedes_reset('rows.position', 'actions') }}, 0, rows.copies) as copies,
    rows.is_deleted or {{ changefeed.precedes_reset('rows.position', 'actions') }} as is_deleted,
    case
        when (rows.is_deleted and size(rows.key_columns) > 0) or not {{ changefeed.precedes_reset('rows.position', 'actions') }} then rows.operation
        else coalesce({{ changefeed.first_reset('rows.position', 'actions') | indent(8) }}.operation, 'delete')
    end as operation,
    case
        when (rows.is_deleted and size(rows.key_columns) > 0) or not {{ changefeed.precedes_reset('rows.position', 'actions') }} then rows.changed_at
        else coalesce({{ changefeed.first_reset('rows.position', 'actions') | indent(8) }}.source_at, actions.swept_before)
    end as changed_at,
    rows.applied_batch_id,
    rows.position,
    if(
        size(rows.key_columns) = 0,
        rows.row,
        {{ changefeed.with_column_actions('rows.row', 'rows.position', 'actions') | indent(8) }}
    ) as row
from {{ ref('changefeed_folded_rows') }} as rows
left join {{ ref('changefeed_table_actions') }} as actions
    using (feed, source_database, source_schema, source_table)
-- A row has no image while it waits to be folded again: a partial image moved here from another key. Until both keys are
-- folded again, the row of the other key stands.
where rows.row is not null
{%- if feeds_with_paths %}
)
{%- endif %}
