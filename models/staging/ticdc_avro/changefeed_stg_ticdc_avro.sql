{{ config(materialized='table', alias='stg_ticdc_avro') }}

{{ changefeed.staged_changes('ticdc_avro') }}
