{{ config(materialized='view', alias='stg_oms_default_extend') }}

{{ changefeed.staged_changes('oms_default_extend') }}
