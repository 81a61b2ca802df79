{{ config(materialized='view', alias='stg_debezium_mongodb') }}

{{ changefeed.staged_changes('debezium_mongodb') }}
