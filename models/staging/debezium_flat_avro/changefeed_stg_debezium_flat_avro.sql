{{ config(materialized='table', alias='stg_debezium_flat_avro') }}

{{ changefeed.staged_changes('debezium_flat_avro') }}
