{{ config(materialized='view') }}

{{ changefeed.staged_changes('ledger') }}
