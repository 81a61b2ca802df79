{{ config(materialized='view', alias='stg_dts_shareplex') }}

{{ changefeed.staged_changes('dts_shareplex') }}
