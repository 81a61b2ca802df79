{{ config(materialized='view', alias='stg_debezium_avro') }}

{%- if not execute -%}{%- do source('changefeed', 'schemas') -%}{%- endif -%}
{{ changefeed.staged_changes('debezium_avro') }}
