{{ config(materialized='view', alias='stg_drs_json') }}

{{ changefeed.staged_changes('drs_json') }}
