{{ config(materialized='view', alias='stg_drs_avro') }}

{%- do source('changefeed', 'schemas') -%}
{{ changefeed.staged_changes('drs_avro') }}
