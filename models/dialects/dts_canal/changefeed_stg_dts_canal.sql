{{ config(materialized='view', alias='stg_dts_canal') }}

{{ changefeed.staged_changes('dts_canal') }}
