{{ config(materialized='view', alias='stg_ticdc_avro') }}

{%- if not execute -%}{%- do source('changefeed', 'schemas') -%}{%- endif -%}
{{ changefeed.staged_changes('ticdc_avro') }}
