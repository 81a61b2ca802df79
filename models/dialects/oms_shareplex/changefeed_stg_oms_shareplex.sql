{{ config(materialized='view', alias='stg_oms_shareplex') }}

{{ changefeed.staged_changes('oms_shareplex') }}
