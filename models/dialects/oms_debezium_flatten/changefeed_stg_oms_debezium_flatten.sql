{{ config(materialized='view', alias='stg_oms_debezium_flatten') }}

{{ changefeed.staged_changes('oms_debezium_flatten') }}