select count(*) as read_batches, min(first_batch_id) filter (where kind <> 'retry') as first_batch_id, max(last_batch_id) filter (where kind <> 'retry') as last_batch_id, coalesce(sum(late_clocks), 0) as late_clocks, count_if(kind = 'retry') as retries, array_join(collect_set(if(kind = 'redecode', read_batches.feed, null)), ',') as redecoded_feeds, array_join(collect_set(if(startswith(read_batches.topic, 'changefeed_baseline.'), 'baseline', feeds.dialect)), ',') as dialects, array_join(collect_set(if(kind = 'retry', coalesce(retry_reason, '*'), null)), ',') as retried_reasons, coalesce(max(decode_batch_id), 0) as last_decode_batch_id, (select to_json(array_sort(collect_list(struct(*)))) from changefeed.changefeed_table_masks) as masks, (select array_join(array_sort(collect_set(feed)), ',') from changefeed.erasures where lifted_at is null) as erased_feeds, (select count(*) from changefeed_internal.erased_messages) as erased_messages from changefeed_internal.read_batches as read_batches left join changefeed.changefeed_feeds as feeds on read_batches.feed = feeds.feed where decode_batch_id > 0 and kind <> 'declared';

select (select to_json(array_sort(collect_list(struct(*)))) from changefeed.changefeed_table_masks), (select count(*) from changefeed_internal.erased_messages);

create or replace table changefeed_internal.decoded (
    `feed` string comment '…',
    `topic` string comment '…',
    `topic_incarnation` string comment '…',
    `partition` int comment '…',
    `offset` bigint comment '…',
    `message_index` int comment '…',
    `step` int comment '…',
    `batch_id` bigint comment '…',
    `decode_batch_id` bigint comment '…',
    `dialect` string comment '…',
    `source_kind` string comment '…',
    `source_database` string comment '…',
    `source_schema` string comment '…',
    `source_table` string comment '…',
    `operation` string comment '…',
    `reason` string comment '…',
    `statement_kind` string comment '…',
    `row_key` string comment '…',
    `previous_row_key` string comment '…',
    `source_at` timestamp comment '…',
    `processed_at` timestamp comment '…',
    `kafka_at` timestamp comment '…',
    `landed_at` timestamp comment '…',
    `decoded_at` timestamp comment '…',
    `decoder_version` int comment '…',
    `is_partial` boolean comment '…',
    `is_before_changed_only` boolean comment '…',
    `transaction_id` string comment '…',
    `source_server` string comment '…',
    `key_columns` array<string> comment '…',
    `source_sequence` array<decimal(38,0)> comment '…',
    `position` struct<sequence:array<decimal(38,0)>,ordered_at:timestamp,topic:string,topic_incarnation:string,partition:int,offset:bigint,message_index:int,step:int> comment '…',
    `statement` string comment '…',
    `detail` string comment '…',
    `column_types` string comment '…',
    `before` map<string,string> comment '…',
    `after` map<string,string> comment '…'
)
using delta

comment '…'
tblproperties ('delta.dataSkippingStatsColumns' = 'feed,topic,batch_id,decode_batch_id,source_table,operation,reason,source_at,kafka_at,position.ordered_at');
