{{ config(materialized='view', alias='stg_flink_json') }}

{{ changefeed.staged_changes('flink_json') }}
