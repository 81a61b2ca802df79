{#-
The changes of rows beside each statement without a number: the changes with a number that were committed in the hour
before the statement, or in its second. is_own says that the change is in the partition of the statement, is_before that
it comes before the statement, is_concurrent that only Kafka's time can say which came first.
-#}
{%- macro beside_statements(events, log, of_log='true') -%}
select
    {{ changefeed.statement_columns('events') | join(', ') }},
    log.row_key,
    log.position.sequence,
    log.decode_batch_id,
    log.topic = events.topic and log.topic_incarnation = events.topic_incarnation and log.partition = events.partition as is_own,
    if(
        log.topic = events.topic and log.topic_incarnation = events.topic_incarnation and log.partition = events.partition,
        log.offset < events.offset,
        log.source_at < events.second or log.position.ordered_at < events.position.ordered_at
    ) as is_before,
    log.source_at >= events.second
    and not array_contains(events.positions, {{ changefeed.topic_partition('log.position') }})
    and log.source_database = events.source_database
    and log.source_schema = events.source_schema
    and log.source_table = events.source_table as is_concurrent
from (
    select *
    from (
        select
            *,
            date_trunc('second', source_at) as second,
            collect_set({{ changefeed.topic_partition('position') }}) over (partition by feed, statement, source_at) as positions
        from {{ events }}
        where {{ changefeed.has_no_number('position') }}
    )
    lateral view explode(array_distinct(array(date_trunc('hour', second - interval 1 hour), date_trunc('hour', second)))) as hour
) as events
inner join {{ log }} as log
    on
        events.feed = log.feed
        and events.hour = date_trunc('hour', log.source_at)
        and log.source_at >= events.second - interval 1 hour
        and log.source_at < events.second + interval 1 second
        and events.position.epoch = log.position.epoch
where
    log.operation in ('{{ changefeed.row_operations() | join("', '") }}')
    and log.position.sequence is not null
    and ({{ of_log }})
{%- endmacro -%}
