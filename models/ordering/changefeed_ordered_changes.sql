{{ config(materialized='view', schema='internal', alias='ordered_changes') }}

{{ changefeed.with_order(ref('changefeed_decoded'), ref('changefeed_source_epochs'), ref('changefeed_concurrent_changes')) }}
