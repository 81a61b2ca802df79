{{
    config(
        severity='warn',
        description='No feed has more quarantined messages, statements that are not understood, ambiguous NULLs, keys that several Kafka keys share, rows of tables without a key that were not found, or lag than the dbt variables changefeed_most_… allow.'
    )
}}

{%- set most = {
    'quarantined': var('changefeed_most_quarantined', 0),
    'statements_not_understood': var('changefeed_most_statements_not_understood', 0),
    'ambiguous_nulls': var('changefeed_most_ambiguous_nulls', 0),
    'shared_keys': var('changefeed_most_shared_keys', 0),
    'rows_not_found': var('changefeed_most_rows_not_found', 0),
    'lag_seconds': var('changefeed_most_lag_seconds', none),
} %}

{%- for measure, limit in most.items() if limit is not none %}
{{ 'union all' if not loop.first }}
select
    feed,
    '{{ measure }}' as measure,
    {{ measure }} as found,
    {{ limit }} as most
from {{ ref('changefeed_feed_health') }}
where {{ measure }} > {{ limit }}
{%- endfor %}
