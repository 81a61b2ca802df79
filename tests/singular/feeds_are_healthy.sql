{{
    config(
        severity='warn',
        description='No feed has more quarantined messages, statements that are not understood, ambiguous NULLs, keys that several Kafka keys share, rows of tables without a key that were not found, or lag than the dbt variables changefeed_most_… allow.'
    )
}}

{{ changefeed.beyond_limits('feed_health') }}
