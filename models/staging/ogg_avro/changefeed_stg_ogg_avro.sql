{{ config(materialized='table', alias='stg_ogg_avro') }}

{%- do source('changefeed', 'schemas') -%}
{{ changefeed.staged_changes('ogg_avro') }}
