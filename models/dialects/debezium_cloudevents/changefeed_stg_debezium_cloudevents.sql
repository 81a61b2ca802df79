{{ config(materialized='view', alias='stg_debezium_cloudevents') }}

{{ changefeed.staged_changes('debezium_cloudevents') }}
