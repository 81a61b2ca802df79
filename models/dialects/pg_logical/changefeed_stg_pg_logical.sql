{{ config(materialized='view', alias='stg_pg_logical') }}

{{ changefeed.staged_changes('pg_logical') }}
