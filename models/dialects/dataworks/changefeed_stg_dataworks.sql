{{ config(materialized='view', alias='stg_dataworks') }}

{{ changefeed.staged_changes('dataworks') }}
