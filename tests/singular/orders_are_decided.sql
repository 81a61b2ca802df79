{{
    config(
        severity='warn',
        tags=['changefeed_daily'],
        description='No feed has more changes of one row whose order rests on equal times than the dbt variable changefeed_most_undecided_orders allows.'
    )
}}

select
    feed,
    undecided_orders,
    {{ var('changefeed_most_undecided_orders', 0) }} as most
from {{ ref('changefeed_order_health') }}
where undecided_orders > {{ var('changefeed_most_undecided_orders', 0) }}
