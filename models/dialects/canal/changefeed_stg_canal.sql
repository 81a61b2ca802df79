{{ config(materialized='view', alias='stg_canal') }}

{{ changefeed.staged_changes('canal') }}
