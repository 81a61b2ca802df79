select coalesce(max(decode_batch_id), 0) from changefeed_internal.decoded where decode_batch_id > 0 and operation in ('ddl', 'truncate');

select coalesce(max(decode_batch_id), 0) from changefeed_internal.read_batches where kind = 'redecode';

create or replace table changefeed_internal.statements (
    `feed` string comment '…',
    `source_database` string comment '…',
    `source_schema` string comment '…',
    `source_table` string comment '…',
    `operation` string comment '…',
    `statement_kind` string comment '…',
    `statement` string comment '…',
    `is_understood` boolean comment '…',
    `actions` array<struct<action:string,source_database:string,source_schema:string,source_table:string,new_database:string,new_schema:string,new_table:string,column_name:string,new_column_name:string,column_type:string,column_default:string>> comment '…',
    `other_spellings` array<struct<name:struct<source_database:string,source_schema:string,source_table:string>,tables:array<struct<source_database:string,source_schema:string,source_table:string>>>> comment '…',
    `former_tables` array<struct<source_database:string,source_schema:string,source_table:string>> comment '…',
    `is_spelled` boolean comment '…',
    `position` struct<sequence:array<decimal(38,0)>,ordered_at:timestamp,topic:string,topic_incarnation:string,partition:int,offset:bigint,message_index:int,step:int> comment '…',
    `source_at` timestamp comment '…',
    `topic` string comment '…',
    `topic_incarnation` string comment '…',
    `partition` int comment '…',
    `offset` bigint comment '…',
    `message_index` int comment '…',
    `batch_id` bigint comment '…',
    `decode_batch_id` bigint comment '…'
)
using delta

comment '…';

select 1 from changefeed_internal.statements limit 1;
