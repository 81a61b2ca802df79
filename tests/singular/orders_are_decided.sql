{{
    config(
        severity='warn',
        tags=['changefeed_daily'],
        description='No feed has more changes of one row whose order rests on equal times, rows that moved to a key that was taken, rows that kept a former key of their table, numbers that went back, inserts of rows that were there, or two forms of one key, than the dbt variables changefeed_most_undecided_orders, changefeed_most_taken_keys, changefeed_most_former_keys, changefeed_most_numbers_back, changefeed_most_inserted_over and changefeed_most_key_forms allow.'
    )
}}

{{ changefeed.beyond_limits('order_health') }}
