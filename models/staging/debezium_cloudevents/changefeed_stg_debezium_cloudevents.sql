{{ config(materialized='table', alias='stg_debezium_cloudevents') }}

{{ changefeed.staged_changes('debezium_cloudevents') }}
