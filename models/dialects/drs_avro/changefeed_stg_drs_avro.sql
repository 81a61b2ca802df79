{{ config(materialized='view', alias='stg_drs_avro') }}

{%- if not execute -%}{%- do source('changefeed', 'schemas') -%}{%- endif -%}
{{ changefeed.staged_changes('drs_avro') }}
