{{ config(materialized='view', alias='stg_oms_dataworks') }}

{{ changefeed.staged_changes('oms_dataworks') }}
