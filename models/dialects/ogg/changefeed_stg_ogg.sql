{{ config(materialized='view', alias='stg_ogg') }}

{{ changefeed.staged_changes('ogg') }}
