{{ config(materialized='view', alias='stg_ogg_avro') }}

{%- if not execute -%}{%- do source('changefeed', 'schemas') -%}{%- endif -%}
{{ changefeed.staged_changes('ogg_avro') }}
