{{ config(materialized='view', alias='stg_oms_avro') }}

{{ changefeed.staged_changes('oms_avro') }}
