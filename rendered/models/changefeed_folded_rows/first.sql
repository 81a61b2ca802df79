select (select true from changefeed_internal.source_epochs where since is not null limit 1), (select true from changefeed_internal.concurrent_changes where what = 'rank' limit 1);

select coalesce(max(decode_batch_id), 0), coalesce(max(if(size(key_columns) = 0, 1, 0)), 0), coalesce(max(if(is_partial, 1, 0)), 0), coalesce(max(-coalesce(unix_micros(position.ordered_at), 0)), 0) from changefeed_internal.decoded where decode_batch_id > 0 and operation in ('snapshot', 'insert', 'update', 'delete');

create or replace table changefeed_internal.folded_rows (
    `feed` string comment '…',
    `source_database` string comment '…',
    `source_schema` string comment '…',
    `source_table` string comment '…',
    `table_bucket` int comment '…',
    `row_key` string comment '…',
    `key_columns` array<string> comment '…',
    `copies` bigint comment '…',
    `copies_missed` bigint comment '…',
    `is_deleted` boolean comment '…',
    `operation` string comment '…',
    `changed_at` timestamp comment '…',
    `applied_batch_id` bigint comment '…',
    `settled_position` struct<epoch:int,sequence:array<decimal(38,0)>,ordered_at:timestamp,concurrent_rank:int,topic:string,topic_incarnation:string,partition:int,offset:bigint,message_index:int,step:int> comment '…',
    `refold_batch_id` bigint comment '…',
    `position` struct<epoch:int,sequence:array<decimal(38,0)>,ordered_at:timestamp,concurrent_rank:int,topic:string,topic_incarnation:string,partition:int,offset:bigint,message_index:int,step:int> comment '…',
    `row` map<string,string> comment '…'
)
using delta
partitioned by (table_bucket)
comment '…'
tblproperties ('delta.dataSkippingStatsColumns' = 'feed,source_database,source_schema,source_table,applied_batch_id,refold_batch_id,changed_at,position.ordered_at,copies_missed', 'delta.enableDeletionVectors' = 'true');

select coalesce(max(refold_batch_id), 0) from changefeed_internal.folded_rows where refold_batch_id is not null;

select relation, checked_batch_id, basis, query from changefeed_internal.typed_tables;

select
    'rows' as what,
    feed,
    source_database,
    source_schema,
    source_table,
    max(applied_batch_id) filter (where applied_batch_id > 0) as batch_id,
    cast(null as string) as said,
    max(refold_batch_id) as marked
from changefeed_internal.folded_rows
where applied_batch_id > 0 or refold_batch_id is not null
group by feed, source_database, source_schema, source_table
union all
select 'requests', feed, coalesce(source_database, ''), coalesce(source_schema, ''), coalesce(source_table, ''), max(decode_batch_id), null, null
from changefeed_internal.refold_requests
where reason is not null and row_key is null and first_position is null
group by feed, source_database, source_schema, source_table
union all
select
    'actions', feed, source_database, source_schema, source_table, 0,
    to_json(struct(
        if(
            resets is null and swept_before is null,
            '',
            md5(concat_ws(' ', to_json(array_sort(transform(resets, reset -> to_json(reset)))), swept_before))
        ) as rows,
        map_from_entries(transform(
            array_distinct(flatten(transform(
                column_actions, each -> array(lower(coalesce(each.column_name, '')), lower(coalesce(each.new_column_name, '')))
            ))),
            name -> struct(name, left(md5(to_json(filter(
                column_actions, each -> name in (lower(coalesce(each.column_name, '')), lower(coalesce(each.new_column_name, '')))
            ))), 12))
        )) as columns
    )), null
from changefeed_internal.table_actions
union all
select 'dialects', feed, '', '', '', 0, dialect, null
from changefeed_internal.feed_settings;

describe detail changefeed_internal.folded_rows;
