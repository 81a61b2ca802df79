select count(*) from changefeed_internal.event_actions where action = 'change_type' and (feed in (select feed from changefeed_internal.feed_settings where dialect in ('debezium', 'debezium_flat', 'debezium_mongodb_flat', 'debezium_avro', 'debezium_flat_avro', 'debezium_cloudevents')) or column_type rlike r'(?i)^ *(enum|set)\b' and feed in (select feed from changefeed_internal.feed_settings where dialect in ('canal', 'ticdc_canal', 'tencent_dts_canal', 'ticdc_open', 'ticdc_simple')));

select distinct feed, column_type, md5(to_json(array(feed, column_type))) as pair from changefeed_internal.event_actions where action = 'add_column' and column_default is not null;

select distinct feed, column_type, md5(to_json(array(feed, column_type))) as pair from changefeed_internal.event_actions where action = 'change_type';

create or replace table changefeed_internal.table_actions

    using delta

      comment '…'

      as

with actions as (
    -- as in models/changefeed_table_actions/first.sql
),

-- A full load that replaced a table without a key: no row of earlier epochs is left in the table.
reloads as (
    -- as in models/changefeed_table_actions/first.sql
),

all_resets as (
    -- as in models/changefeed_table_actions/first.sql
),

resets as (
    -- as in models/changefeed_table_actions/first.sql
),

column_actions as (
    -- as in models/changefeed_table_actions/first.sql
),

sweeps as (

    select
        feed,
        source_database,
        source_schema,
        source_table,
        max(since) as swept_before,
        collect_list(since) as sweeps
    from changefeed_internal.sweeps
    group by feed, source_database, source_schema, source_table

),

final as (
    -- as in models/changefeed_table_actions/first.sql
)

select
    *,
    '8/6/1' as fingerprint
from final;
