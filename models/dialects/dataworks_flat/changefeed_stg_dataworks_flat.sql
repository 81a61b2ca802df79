{{ config(materialized='view', alias='stg_dataworks_flat') }}

{{ changefeed.staged_changes('dataworks_flat') }}
