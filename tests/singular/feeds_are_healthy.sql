{{
    config(
        severity='warn',
        description='No feed has more quarantined messages, statements that are not understood, ambiguous NULLs, keys that several Kafka keys share, rows of tables without a key that were not found, offsets that were given up, partitions that do not land, compacted topics, messages from the future, or lag than the dbt variables changefeed_most_… allow.'
    )
}}

{{ changefeed.beyond_limits('feed_health') }}
