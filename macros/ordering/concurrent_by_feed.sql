{#-
By feed: the first of some changes without a sequence (microseconds since 1970), and how many rows changed in several
partitions at one time, or statements came at one time with others.
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
