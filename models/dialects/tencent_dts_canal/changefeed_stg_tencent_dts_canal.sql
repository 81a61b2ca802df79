{{ config(materialized='view', alias='stg_tencent_dts_canal') }}

{{ changefeed.staged_changes('tencent_dts_canal') }}
