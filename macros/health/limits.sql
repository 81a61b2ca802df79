{#-
How much a feed may have of what is not well, as the dbt variables changefeed_most_<measure> say. Such a variable is a
number for all feeds, or a mapping of feeds to numbers. The result is measure →

- view: the relation of models/health that counts it; '' where it is of no feed, and `changefeed status` counts it;
- most: the number for a feed that has none of its own; none where it is not compared;
- feeds: feed → its number.
-#}
{%- macro limits() -%}
    {%- set found = {} -%}
    {%- for measure, view, default in [
        ('quarantined', 'feed_health', 0),
        ('statements_not_understood', 'feed_health', 0),
        ('ambiguous_nulls', 'feed_health', 0),
        ('shared_keys', 'feed_health', 0),
        ('rows_not_found', 'feed_health', 0),
        ('times_ahead', 'feed_health', 0),
        ('contested_topics', 'feed_health', 0),
        ('unread_seconds', 'feed_health', 7200),
        ('lag_seconds', 'feed_health', none),
        ('undecided_orders', 'order_health', 0),
        ('taken_keys', 'order_health', 0),
        ('former_keys', 'order_health', 0),
        ('numbers_back', 'order_health', 0),
        ('inserted_over', 'order_health', 0),
        ('key_forms', 'order_health', 0),
        ('lost_offsets', 'feed_health', 0),
        ('held_partitions', 'feed_health', 0),
        ('transaction_seconds', 'feed_health', 3600),
        ('compacted_topics', 'feed_health', 0),
        ('ahead_seconds', 'feed_health', 60),
        ('rejected_lines', '', none),
        ('unclaimed_messages', '', none),
    ] -%}
        {%- set name = 'changefeed_most_' ~ measure -%}
        {%- set given = var(name, none) -%}
        {%- set feeds = given if given is mapping and view else {} -%}
        {%- set most = default if given is none or (given is mapping and view) else given -%}
        {%- for feed, number in [('', most)] + feeds.items() | list if number is not none or feed != '' -%}
            {%- if feed is not string or number is not integer or number < 0 -%}
                {%- do exceptions.raise_compiler_error('The dbt variable ' ~ name ~ ' is ' ~ tojson(given) ~ '. Give a whole number from 0 on for all feeds, or a mapping with one for each feed that may have more, such as {shop: 3}.') -%}
            {%- endif -%}
        {%- endfor -%}
        {%- do found.update({measure: {'view': view, 'most': most, 'feeds': feeds}}) -%}
    {%- endfor -%}
    {{- return(found) -}}
{%- endmacro -%}
