{{ config(materialized='view', alias='schema_changes') }}

select *
from {{ ref('changefeed_source_columns') }}
where change not in ('', 'column_found', 'type_told')
