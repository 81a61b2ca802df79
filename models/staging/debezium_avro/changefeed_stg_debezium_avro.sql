{{ config(materialized='view', alias='stg_debezium_avro') }}

{{ changefeed.staged_changes('debezium_avro') }}