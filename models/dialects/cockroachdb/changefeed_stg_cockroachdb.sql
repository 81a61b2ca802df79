{{ config(materialized='view', alias='stg_cockroachdb') }}

{{ changefeed.staged_changes('cockroachdb') }}
