{{ config(materialized='table', alias='stg_ogg_avro') }}

{{ changefeed.staged_changes('ogg_avro') }}
