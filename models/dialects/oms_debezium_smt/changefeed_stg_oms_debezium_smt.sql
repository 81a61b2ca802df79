{{ config(materialized='view', alias='stg_oms_debezium_smt') }}

{{ changefeed.staged_changes('oms_debezium_smt') }}