{{ config(materialized='view', alias='stg_oms_default') }}

{{ changefeed.staged_changes('oms_default') }}
