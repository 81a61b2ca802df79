{{ config(materialized='view', alias='stg_ticdc_canal') }}

{{ changefeed.staged_changes('ticdc_canal') }}
