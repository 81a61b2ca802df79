{{ config(materialized='table', alias='stg_debezium_flat_avro') }}

{%- do source('changefeed', 'schemas') -%}
{{ changefeed.staged_changes('debezium_flat_avro') }}
