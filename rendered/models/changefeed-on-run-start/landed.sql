create schema if not exists changefeed;

create table if not exists changefeed.comparisons (`feed` string, `source_database` string, `source_schema` string, `source_table` string, `rows_here` bigint, `rows_at_source` bigint, `keys_differing` bigint, `keys_in_flight` bigint, `keys_proven` bigint, `compared_at` timestamp, `verified_through` timestamp, `columns_not_compared` array<string>) using delta;

create schema if not exists changefeed;

create table if not exists changefeed.differences (`feed` string, `source_database` string, `source_schema` string, `source_table` string, `row_key` string, `column_name` string, `here` string, `at_source` string, `verdict` string, `found_at` timestamp, `applied_batch_id` bigint) using delta;

create schema if not exists changefeed;

create table if not exists changefeed.erasures (`reference` string, `feed` string, `source_database` string, `source_schema` string, `source_table` string, `hashed_key` string, `key_check` string, `counts` map<string,bigint>, `begun_at` timestamp, `rows_gone_at` timestamp, `done_at` timestamp, `lifted_at` timestamp) using delta;

create schema if not exists changefeed;

create table if not exists changefeed.messages (`topic` string, `topic_incarnation` string, `partition` int, `offset` bigint, `batch_id` bigint, `kafka_at` timestamp, `kafka_at_type` string, `landed_at` timestamp, `headers` array<struct<key:string,value:binary>>, `key` binary, `value` binary) using delta;

create schema if not exists changefeed;

create table if not exists changefeed.rejected_lines (`file` string, `line_number` bigint, `reason` string, `line` binary, `landed_at` timestamp, `batch_id` bigint) using delta;

create schema if not exists changefeed;

create table if not exists changefeed.schemas (`name` string, `text` string, `fingerprint` string, `sha256` string, `fault` string) using delta;

create schema if not exists changefeed;

create table if not exists changefeed.table_versions (`run` bigint, `relation` string, `format` string, `version` bigint, `written_at` timestamp) using delta;

create schema if not exists changefeed_internal;

create table if not exists changefeed_internal.erased_messages (`reference` string, `feed` string, `topic` string, `topic_incarnation` string, `partition` int, `offset` bigint, `message_index` int, `step` int, `batch_id` bigint, `decode_batch_id` bigint, `dialect` string, `source_kind` string, `source_database` string, `source_schema` string, `source_table` string, `operation` string, `reason` string, `statement_kind` string, `row_key` string, `previous_row_key` string, `source_at` timestamp, `processed_at` timestamp, `kafka_at` timestamp, `landed_at` timestamp, `decoded_at` timestamp, `decoder_version` int, `is_partial` boolean, `is_before_changed_only` boolean, `transaction_id` string, `source_server` string, `key_columns` array<string>, `source_sequence` array<decimal(38,0)>, `position` struct<sequence:array<decimal(38,0)>,ordered_at:timestamp,topic:string,topic_incarnation:string,partition:int,offset:bigint,message_index:int,step:int>, `statement` string, `detail` string, `column_types` string, `before` map<string,string>, `after` map<string,string>) using delta;

create schema if not exists changefeed_internal;

create table if not exists changefeed_internal.kafka_faults (`topic` string, `topic_incarnation` string, `partition` int, `first_offset` bigint, `reason` string, `detail` string, `since` timestamp) using delta;

create schema if not exists changefeed_internal;

create table if not exists changefeed_internal.leader_epochs (`topic` string, `topic_incarnation` string, `partition` int, `leader_epoch` int) using delta;

create schema if not exists changefeed_internal;

create table if not exists changefeed_internal.lost_ranges (`topic` string, `topic_incarnation` string, `partition` int, `first_offset` bigint, `last_offset` bigint, `reason` string, `noticed_at` timestamp, `batch_id` bigint) using delta;

create schema if not exists changefeed_internal;

create table if not exists changefeed_internal.read_positions (`topic` string, `topic_incarnation` string, `partition` int, `next_offset` bigint, `batch_id` bigint) using delta;

create schema if not exists changefeed_internal;

create table if not exists changefeed_internal.removals (`removed_from` string, `up_to_batch_id` bigint, `up_to` timestamp, `removed` bigint, `removed_at` timestamp) using delta;

create schema if not exists changefeed_internal;

create table if not exists changefeed_internal.removed_ranges (`topic` string, `topic_incarnation` string, `partition` int, `first_offset` bigint, `last_offset` bigint) using delta;

create schema if not exists changefeed_internal;

create table if not exists changefeed_internal.restarts (`feed` string, `since` timestamp, `declared_at` timestamp) using delta;

create schema if not exists changefeed_internal;

create table if not exists changefeed_internal.runs (`run_id` string, `run_by` string, `started_at` timestamp, `ended_at` timestamp, `outcome` string, `host` string, `process` bigint, `good_until` timestamp) using delta;

create schema if not exists changefeed_internal;

create table if not exists changefeed_internal.sweeps (`feed` string, `source_database` string, `source_schema` string, `source_table` string, `since` timestamp, `declared_at` timestamp) using delta;

create schema if not exists changefeed_internal;

create table if not exists changefeed_internal.typed_tables (`relation` string, `model` string, `checked_batch_id` bigint, `basis` string, `query` string, `version` bigint) using delta;
