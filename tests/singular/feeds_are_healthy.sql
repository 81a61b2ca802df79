{{
    config(
        severity='warn',
        description='No feed has more quarantined messages, statements that are not understood, ambiguous NULLs, keys that several Kafka keys share, rows of tables without a key that were not found, offsets that were given up, partitions that do not land, compacted topics, messages from the future, or lag than the dbt variables changefeed_most_… allow.'
    )
}}

{#- dbt must see each name while it parses the project. -#}
{%- do ref('changefeed_feed_health') %}
{%- if changefeed.has_made_no_feed_unwell(
    ref('changefeed_decoded'), ref('changefeed_read_batches'), ref('changefeed_feed_settings'), ref('changefeed_folded_rows')
) %}
{{ changefeed.nothing_found(['feed', 'measure', 'found', 'most']) }}
{%- else %}
{{ changefeed.beyond_limits('feed_health') }}
{%- endif %}
