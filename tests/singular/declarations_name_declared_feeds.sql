{{ config(description='table_keys.csv and table_columns.csv speak only of feeds that feeds.csv declares.') }}

with declarations as (

    select
        feed,
        'seeds/table_keys.csv' as file
    from {{ ref('table_keys') }}
    union
    select
        feed,
        'seeds/table_columns.csv' as file
    from {{ ref('table_columns') }}

)

select declarations.*
from declarations
left anti join {{ ref('feeds') }} as feeds on declarations.feed = feeds.feed
