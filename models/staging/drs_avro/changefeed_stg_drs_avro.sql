{{ config(materialized='view', alias='stg_drs_avro') }}

{{ changefeed.staged_changes('drs_avro') }}
