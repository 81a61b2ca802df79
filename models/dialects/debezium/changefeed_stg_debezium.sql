{{ config(materialized='view', alias='stg_debezium') }}

{{ changefeed.staged_changes('debezium') }}