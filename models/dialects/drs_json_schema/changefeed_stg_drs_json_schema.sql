{{ config(materialized='view', alias='stg_drs_json_schema') }}

{{ changefeed.staged_changes('drs_json_schema') }}
