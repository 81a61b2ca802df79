{{ config(materialized='view', alias='stg_maxwell') }}

{{ changefeed.staged_changes('maxwell') }}
