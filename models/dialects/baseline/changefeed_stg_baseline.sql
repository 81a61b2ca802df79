{{ config(materialized='view', alias='stg_baseline') }}

{{ changefeed.staged_changes('baseline') }}
