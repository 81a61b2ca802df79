{{ config(materialized='view', alias='stg_aws_dms') }}

{{ changefeed.staged_changes('aws_dms') }}
