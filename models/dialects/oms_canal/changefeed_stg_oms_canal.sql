{{ config(materialized='view', alias='stg_oms_canal') }}

{{ changefeed.staged_changes('oms_canal') }}
