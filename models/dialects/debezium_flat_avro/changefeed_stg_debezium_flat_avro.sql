{{ config(materialized='view', alias='stg_debezium_flat_avro') }}

{%- if not execute -%}{%- do source('changefeed', 'schemas') -%}{%- endif -%}
{{ changefeed.staged_changes('debezium_flat_avro') }}
