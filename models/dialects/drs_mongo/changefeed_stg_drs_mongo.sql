{{ config(materialized='view', alias='stg_drs_mongo') }}

{{ changefeed.staged_changes('drs_mongo') }}
