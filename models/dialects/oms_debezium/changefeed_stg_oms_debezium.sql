{{ config(materialized='view', alias='stg_oms_debezium') }}

{{ changefeed.staged_changes('oms_debezium') }}