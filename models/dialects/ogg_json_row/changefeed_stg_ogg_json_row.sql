{{ config(materialized='view', alias='stg_ogg_json_row') }}

{{ changefeed.staged_changes('ogg_json_row') }}
