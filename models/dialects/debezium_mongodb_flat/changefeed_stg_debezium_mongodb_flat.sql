{{ config(materialized='view', alias='stg_debezium_mongodb_flat') }}

{{ changefeed.staged_changes('debezium_mongodb_flat') }}
