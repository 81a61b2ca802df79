{{ config(materialized='table', alias='stg_ticdc_avro') }}

{%- do source('changefeed', 'schemas') -%}
{{ changefeed.staged_changes('ticdc_avro') }}
