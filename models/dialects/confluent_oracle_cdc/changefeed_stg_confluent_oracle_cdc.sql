{{ config(materialized='view', alias='stg_confluent_oracle_cdc') }}

{{ changefeed.staged_changes('confluent_oracle_cdc') }}
