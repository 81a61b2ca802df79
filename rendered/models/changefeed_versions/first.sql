select feed, dialect, history from changefeed_internal.feed_settings order by feed;

select coalesce(max(decode_batch_id), 0) from changefeed_internal.decoded where decode_batch_id > 0 and feed in ('shop') and operation in ('snapshot', 'insert', 'update', 'delete');

create or replace table changefeed_internal.versions (
    `feed` string comment '…',
    `source_database` string comment '…',
    `source_schema` string comment '…',
    `source_table` string comment '…',
    `table_bucket` int comment '…',
    `row_key` string comment '…',
    `key_columns` array<string> comment '…',
    `copies` bigint comment '…',
    `operation` string comment '…',
    `valid_from` timestamp comment '…',
    `valid_to` timestamp comment '…',
    `is_deleted` boolean comment '…',
    `position` struct<epoch:int,sequence:array<decimal(38,0)>,ordered_at:timestamp,concurrent_rank:int,topic:string,topic_incarnation:string,partition:int,offset:bigint,message_index:int,step:int> comment '…',
    `closed_position` struct<epoch:int,sequence:array<decimal(38,0)>,ordered_at:timestamp,concurrent_rank:int,topic:string,topic_incarnation:string,partition:int,offset:bigint,message_index:int,step:int> comment '…',
    `applied_batch_id` bigint comment '…',
    `refold_batch_id` bigint comment '…',
    `row` map<string,string> comment '…'
)
using delta
partitioned by (table_bucket)
comment '…'
tblproperties ('delta.dataSkippingStatsColumns' = 'feed,source_database,source_schema,source_table,applied_batch_id,refold_batch_id,valid_from,valid_to', 'delta.enableDeletionVectors' = 'true');

select coalesce(max(refold_batch_id), 0) from changefeed_internal.versions where refold_batch_id is not null;
