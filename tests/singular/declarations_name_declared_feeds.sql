{{
    config(
        tags=['changefeed_settled'],
        description='changefeed_table_keys.csv and changefeed_table_columns.csv speak of declared feeds only.'
    )
}}

with declarations as (

    select
        feed,
        'seeds/changefeed_table_keys.csv' as file
    from {{ ref('changefeed_table_keys') }}
    union
    select
        feed,
        'seeds/changefeed_table_columns.csv' as file
    from {{ ref('changefeed_table_columns') }}

)

select declarations.*
from declarations
left anti join {{ ref('changefeed_feeds') }} as feeds on declarations.feed = feeds.feed
