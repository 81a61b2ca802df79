{{ config(materialized='view', alias='stg_dts_avro') }}

{{ changefeed.staged_changes('dts_avro') }}
