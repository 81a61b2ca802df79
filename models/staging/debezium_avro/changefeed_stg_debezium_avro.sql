{{ config(materialized='table', alias='stg_debezium_avro') }}

{{ changefeed.staged_changes('debezium_avro') }}
