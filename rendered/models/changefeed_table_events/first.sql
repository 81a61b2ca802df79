create or replace view changefeed.table_events (
    `feed` comment '…',
    `source_database` comment '…',
    `source_schema` comment '…',
    `source_table` comment '…',
    `operation` comment '…',
    `statement_kind` comment '…',
    `statement` comment '…',
    `is_understood` comment '…',
    `actions` comment '…',
    `other_spellings` comment '…',
    `former_tables` comment '…',
    `position` comment '…',
    `source_at` comment '…',
    `topic` comment '…',
    `topic_incarnation` comment '…',
    `partition` comment '…',
    `offset` comment '…',
    `message_index` comment '…',
    `batch_id` comment '…',
    `decode_batch_id` comment '…'
)
comment '…'
tblproperties ('changefeed.fingerprint' = '…')
as

select
    feed,
    source_database,
    source_schema,
    source_table,
    operation,
    statement_kind,
    statement,
    is_understood,
    actions,
    other_spellings,
    former_tables,
    position,
    source_at,
    topic,
    topic_incarnation,
    partition,
    offset,
    message_index,
    batch_id,
    -- A statement that got another rank counts as new: the models behind read it again.
    greatest(decode_batch_id, ranked_batch_id) as decode_batch_id
from (
    select
        -- as in models/changefeed_ordered_changes/first.sql
    from changefeed_internal.statements as log
    left join (select
        feed,
        since,
        cast(row_number() over (partition by feed order by since) as int) as epoch,
        coalesce(lead(since) over (partition by feed order by since), timestamp '9999-12-31 23:59:59.999999') as until
    from (
        select distinct feed, since
        from (
            select feed, since, cause
            from changefeed_internal.source_epochs
            where since is not null
            group by feed, since, cause
            having max_by(is_begun, decode_batch_id)
        )
    )) as epochs
        on log.feed = epochs.feed and log.position.ordered_at >= epochs.since and log.position.ordered_at < epochs.until
    left join (select
        feed, topic, topic_incarnation, partition, offset, message_index,
        max_by(concurrent_rank, ranked_batch_id) as concurrent_rank,
        max(ranked_batch_id) as ranked_batch_id
    from changefeed_internal.concurrent_changes
    where what = 'rank'
    group by all) as ranks
        on log.feed = ranks.feed and log.topic = ranks.topic and log.topic_incarnation = ranks.topic_incarnation and log.partition = ranks.partition and log.offset = ranks.offset and log.message_index = ranks.message_index
);
