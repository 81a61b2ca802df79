{{ config(materialized='view', alias='stg_debezium_flat') }}

{{ changefeed.staged_changes('debezium_flat') }}