{{ config(materialized='view', alias='stg_ticdc_open') }}

{{ changefeed.staged_changes('ticdc_open') }}
