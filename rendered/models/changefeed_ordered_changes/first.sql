create or replace view changefeed_internal.ordered_changes (
    `feed` comment '…',
    `topic` comment '…',
    `topic_incarnation` comment '…',
    `partition` comment '…',
    `offset` comment '…',
    `message_index` comment '…',
    `step` comment '…',
    `batch_id` comment '…',
    `decode_batch_id` comment '…',
    `dialect` comment '…',
    `source_kind` comment '…',
    `source_database` comment '…',
    `source_schema` comment '…',
    `source_table` comment '…',
    `operation` comment '…',
    `reason` comment '…',
    `statement_kind` comment '…',
    `row_key` comment '…',
    `previous_row_key` comment '…',
    `source_at` comment '…',
    `processed_at` comment '…',
    `kafka_at` comment '…',
    `landed_at` comment '…',
    `decoded_at` comment '…',
    `decoder_version` comment '…',
    `is_partial` comment '…',
    `is_before_changed_only` comment '…',
    `transaction_id` comment '…',
    `key_columns` comment '…',
    `source_sequence` comment '…',
    `statement` comment '…',
    `detail` comment '…',
    `column_types` comment '…',
    `before` comment '…',
    `after` comment '…',
    `ranked_batch_id` comment '…',
    `position` comment '…'
)
comment '…'
tblproperties ('changefeed.fingerprint' = '…')
as

select
    log.* except (position),
    ranks.ranked_batch_id as ranked_batch_id,
    named_struct(
        'epoch', coalesce(epochs.epoch, 0),
        'sequence', log.position.sequence,
        'ordered_at', log.position.ordered_at,
        'concurrent_rank', ranks.concurrent_rank,
        'topic', log.position.topic,
        'topic_incarnation', log.position.topic_incarnation,
        'partition', log.position.partition,
        'offset', log.position.offset,
        'message_index', log.position.message_index,
        'step', log.position.step
    ) as position
from changefeed_internal.decoded as log
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
    on log.feed = ranks.feed and log.topic = ranks.topic and log.topic_incarnation = ranks.topic_incarnation and log.partition = ranks.partition and log.offset = ranks.offset and log.message_index = ranks.message_index;
