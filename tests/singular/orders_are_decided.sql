{{
    config(
        severity='warn',
        tags=['changefeed_daily'],
        description='No feed has more changes of one row whose order rests on equal times, or rows that moved to a key that was taken, than the dbt variables changefeed_most_undecided_orders and changefeed_most_taken_keys allow.'
    )
}}

{{ changefeed.beyond_limits('order_health') }}
