{{ config(materialized='view', alias='stg_ticdc_simple') }}

{{ changefeed.staged_changes('ticdc_simple') }}
