{{ config(materialized='view', alias='stg_qlik_replicate') }}

{{ changefeed.staged_changes('qlik_replicate') }}
