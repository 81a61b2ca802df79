-- The baseline: what an engineer writes for this one dialect and table, without checks, steps, quarantine or late changes.
-- {messages} and {changes} stand for tables, {format} for their format. One statement a block, separated by a line of
-- dashes.
create or replace table {changes} using {format} as
with parsed as (
    select
        *,
        from_json(
            cast(value as string),
            'database string, table string, type string, isDdl boolean, es bigint, ts bigint, sql string, gtid string,
            pkNames array<string>, mysqlType string, data array<map<string,string>>, old array<map<string,string>>'
        ) as message
    from {messages}
),
images as (
    select
        zipped.* except (rows, old),
        message_index,
        image.rows as after,
        image.old as before
    from (select *, message.data as rows, coalesce(message.old, array()) as old from parsed) as zipped
    lateral view posexplode(arrays_zip(rows, old)) as message_index, image
)
select
    'shop' as feed, topic, topic_incarnation, partition, offset, message_index, 0 as step, batch_id, 1L as decode_batch_id,
    'canal' as dialect, 'mysql' as source_kind, message.database as source_database, '' as source_schema, message.table as source_table,
    lower(message.type) as operation, cast(null as string) as reason, cast(null as string) as statement_kind,
    to_json(transform(message.pkNames, name -> after[name])) as row_key, cast(null as string) as previous_row_key,
    timestamp_millis(message.es) as source_at, timestamp_millis(message.ts) as processed_at, kafka_at, landed_at,
    current_timestamp() as decoded_at, 1 as decoder_version, false as is_partial, message.type = 'UPDATE' as is_before_changed_only,
    nullif(message.gtid, '') as transaction_id, message.pkNames as key_columns, cast(null as array<decimal(38,0)>) as source_sequence,
    struct(kafka_at as ordered_at, topic, topic_incarnation, partition, offset, message_index) as position,
    message.sql as statement, cast(null as string) as detail, message.mysqlType as column_types,
    if(message.type = 'DELETE', after, before) as before, if(message.type = 'DELETE', null, after) as after
from images
----
create or replace table {rows} using {format} partitioned by (feed, source_table) as
select
    feed, source_database, source_schema, source_table, row_key, last.*
from (
    select
        feed, source_database, source_schema, source_table, row_key,
        max_by(
            struct(key_columns, coalesce(after, before) as row, after is null as is_deleted, operation, source_at as changed_at, position),
            position
        ) as last
    from {changes}
    group by all
)
