{{ config(materialized='view', alias='stg_drs_json_c') }}

{{ changefeed.staged_changes('drs_json_c') }}
