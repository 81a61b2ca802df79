{{ config(materialized='view', alias='stg_huawei_migration_canal') }}

{{ changefeed.staged_changes('huawei_migration_canal') }}
