{#-
The feeds that have some changes without a sequence. Each has the time of the first such change (since, microseconds
since 1970) and concurrent_times. concurrent_times is 0 where no order has to be found: where no row changes in several
partitions at one time, no statement is among the changes, and no change has a rank.
-#}
{%- macro concurrent_by_feed(log, ranks, which) -%}
select
    feed,
    min(since) as since,
    count_if(is_ranked or since > 0 and (is_statement or first_partition <> last_partition)) as concurrent_times
from (
    select
        feed,
        xxhash64(position.ordered_at, source_database, source_schema, source_table, row_key) as object,
        min(unix_micros(position.ordered_at)) as since,
        min(xxhash64(topic, topic_incarnation, partition)) as first_partition,
        max(xxhash64(topic, topic_incarnation, partition)) as last_partition,
        max(operation in ('ddl', 'truncate')) as is_statement,
        max(position.concurrent_rank is not null) as is_ranked
    from (
        {{ changefeed.with_order(log, ranks=ranks) | indent(8) }}
    )
    where
        ({{ which }})
        and source_sequence is null
        and operation in ('{{ (changefeed.row_operations() + ['ddl', 'truncate']) | join("', '") }}')
    group by feed, object
)
group by feed
{%- endmacro -%}
