{#-
Debezium's own messages in JSON. When the key of a row changes, Debezium sends a delete of the old key, and then, often
in another partition, an insert of the new key, which names the old key in a header. The insert is decoded as an update
with both keys. The delete stays a delete: wherever it is applied, it takes the old row away, as the update does.
-#}
{%- macro debezium_dialect() -%}
{%- set base = changefeed.debezium_family('Debezium') -%}
{%- set tombstone_deletes = "options['deletes'] <=> 'tombstone' and key is not null" -%}
{%- set key = changefeed.debezium_key_terms('dbz', 'dbz_shown') -%}
{%- set terms -%}
-- sent
{{ changefeed.debezium_sent_or_deleted(base.terms.sent, base.envelope.members.payload, tombstone_deletes) }}
-- body, source: taken
-- is_tidb
dbz_source['connector'] <=> 'TiCDC'
-- snapshot
coalesce(dbz_source['snapshot'], 'false')
-- is_load
{{ changefeed._is_load() }}
-- key_rows
transform(array(cast(key as string), if(dbz_body.op = 'c', cast({{ changefeed.old_key_header() }} as string), null)), text -> {{ changefeed.debezium_key_row('text', 'dbz_is_tidb') }})
-- key_row
dbz_key_rows[0]
-- old_key_row
dbz_key_rows[1]
-- table, own_key, repeats_a_name, has_non_string: taken
-- sides
transform(filter(dbz.schema.fields, each -> each.field in ('before', 'after') and size(each.fields) > 0).fields, columns -> if(has_fractions and contains(to_json(columns), '\uFDD0'), null, {{ changefeed.debezium_types('columns') }}))
-- types
get(dbz_sides, 0)
-- operation
{{ changefeed._debezium_operation() }}
-- is_row
coalesce(dbz_body.op in ('c', 'r', 'u', 'd'), false)
-- is_foreign
coalesce(dbz_source['name'] = 'OMS', false) or dbz_operation is null and coalesce(dbz_body.op, dbz_body.status) is null or dbz_is_row and coalesce(size(array_except(map_keys(dbz_source), array('db', 'database', 'schema', 'table'))), 0) <= 0
-- shown
if(dbz_body.op = 'd', dbz_body.before, dbz_body.after)
-- key_with, key_added, key_columns, key_left_out: taken
-- wraps
{{ changefeed.debezium_wraps_values('dbz_shown') }}
-- sequence
if(dbz_is_load or dbz_operation in ('heartbeat', 'begin', 'commit', 'other'), null, {{ changefeed.debezium_position('dbz_source') }})
-- placeholders
{{ changefeed.debezium_placeholders() }}
-- unsent
{{ changefeed._unsent() }}
-- is_partial
if(
    dbz_body.op = 'd',
    if(dbz_own_key is null, dbz_key_row is not null, size(dbz_own_key) > 0)
    and (dbz_body.before is null or coalesce('postgresql' in (dbz_source['connector'], source_kind), false) or size(dbz_unsent) > 0),
    coalesce(size(dbz_unsent) > 0, false)
)
-- after
case
    when not dbz_is_partial then dbz_body.after
    when size(dbz_own_key) = 0 then transform_values(
        dbz_body.after, (name, text) -> if(array_contains(dbz_unsent, name), dbz_body.before[name], text)
    )
    else map_filter(dbz_body.after, (name, text) -> not array_contains(dbz_unsent, name))
end
-- before
{{ changefeed._row_before() }}
-- rows
transform(array(dbz_after, dbz_before), row -> {{ changefeed.debezium_scaled('row', 'dbz_types') }})
-- images
{{ changefeed.debezium_with_key('dbz_rows', 'dbz_key_added') }}
-- digits
{{ changefeed.debezium_decimals_differ('array(dbz_body.before, dbz_body.after)', changefeed._rows_as_sent(), 'dbz_types') }}
{%- endset -%}
{%- set changes -%}
-- operation, source_database, source_schema, source_table: taken
-- key_columns
dbz_key_columns
-- key_left_out
dbz_key_left_out
-- after_rows
if(dbz_body.op = 'd', array(), slice(dbz_images, 1, 1))
-- before_rows
if(dbz_before is null, array(), slice(dbz_images, 2, 1))
-- is_partial
dbz_is_partial
-- column_types
coalesce(nullif(dbz_body.tableChanges, '[]'), to_json(dbz_types))
-- source_at
coalesce({{ changefeed._micros_to_timestamp("try_cast(dbz_source['ts_us'] as bigint)") }}, {{ changefeed.millis_to_timestamp("nullif(try_cast(dbz_source['ts_ms'] as bigint), 0)") }})
-- processed_at: taken
-- source_sequence
if(options['order'] <=> 'offset' or options['deletes'] <=> 'tombstone', null, {{ changefeed.debezium_place('dbz_sequence', "dbz_is_tidb and dbz_body.op <=> 'd'") }})
-- statement: taken
-- statement_kind
if(dbz_operation in ('ddl', 'truncate') and dbz_body.op is null, 'ddl', null)
-- transaction_id
coalesce(dbz_body.transaction['id'], if(dbz_body.status is null, null, dbz_body.id), dbz_source['gtid'], dbz_source['txId'], if(dbz_is_row, dbz_source['commit_ts'], null))
-- source_server
nullif(dbz_source['server_id'], '0')
{%- endset -%}
    {{- return(changefeed.extend(base, dict(changefeed.debezium_readings(), **{
        'name': 'debezium',
        'version': 8,
        'source_kinds': ['mysql', 'mariadb', 'tidb', 'postgresql', 'sqlserver', 'oracle', 'db2'],
        'reads_tombstones': tombstone_deletes,
        'sent_kind': "if(dbz_is_tidb, 'tidb', dbz_source['connector'])",
        'sent_options': changefeed.debezium_sent_placeholders("if(dbz_body.op = 'u', dbz_body.after, null)"),
        'envelope': base.envelope,
        'options': dict(changefeed.debezium_options(), deletes={
            'values': ['sent', 'tombstone'],
            'default': 'sent',
            'meaning': 'whether a record without a value deletes the row of its Kafka key. tombstone if Kafka compacts the topic, and may have removed the delete before that record: then the topic names the table, and Kafka orders changes, as with order=offset',
        }),
        'members': ['before', 'after', 'source', 'op', 'ts_ms', 'schema', 'payload', 'ddl', 'tableChanges', 'id', 'type', 'data', 'message'],
        'signature': {'has': [], 'usually_has': [['payload', 'ts_ms', 'ddl']], 'says': [
            'coalesce(' ~ changefeed.debezium_member('source.name') ~ " <> 'OMS', true) and " ~ changefeed.debezium_member('op_type') ~ ' is null',
            '(' ~ changefeed.debezium_member('op') ~ ' is null or ' ~ changefeed.debezium_member('source.connector') ~ " <> 'mongodb')",
        ]},
        'terms': changefeed.parts(terms, dict(base.terms, **key)),
        'faults': dict(
            changefeed.debezium_faults(), unknown_operation=base.faults.unknown_operation,
            before_missing=base.faults.before_missing, duplicate_name=base.faults.duplicate_name
        ),
        'changes': changefeed.parts(changes, base.changes),
    }))) -}}
{%- endmacro -%}


{#- What a message does: of a row by its op, of a message about the schema or a transaction by its members. -#}
{%- macro _debezium_operation() -%}
case
    when dbz_body.op is not null then case
        when dbz_body.op in ('c', 'r') and dbz_is_load then 'snapshot'
        when dbz_body.op = 'c' and dbz_old_key_row is not null then 'update'
        when dbz_body.op = 'm' and dbz_is_tidb then 'heartbeat'
        else {{ changefeed.lookup('dbz_body.op', {'c': 'insert', 'r': 'snapshot', 'u': 'update', 'd': 'delete', 't': 'truncate', 'm': 'other'}) }}
    end
    when dbz_body.ddl is not null or dbz_body.tableChanges is not null then case
        when dbz_is_load or coalesce(dbz_body.ddl, '') = '' then 'other'
        when {{ changefeed.is_truncate('dbz_body.ddl') }} then 'truncate'
        else 'ddl'
    end
    when dbz_body.status is not null then {{ changefeed.lookup('dbz_body.status', {'BEGIN': 'begin', 'END': 'commit'}) }}
    when dbz_body.ts_ms is not null and dbz_source is null
        and (dbz.payload is not null or size(array_except(names, array('ts_ms', 'ts_us', 'ts_ns'))) = 0) then 'heartbeat'
    when dbz.payload is null and array_except(names, array('schema')) = array('payload') then 'other'
    when array_contains(names, 'type') and size(array_except(names, array({{ changefeed.sql_strings(changefeed._members_of_signals()) }}))) = 0 then 'other'
end
{%- endmacro -%}


{#- The row before, as far as the message has it. -#}
{%- macro _row_before() -%}
case
    when dbz_body.op in ('c', 'r') then dbz_old_key_row
    when dbz_body.op = 'd' and dbz_body.before is null then map_filter(dbz_key_row, (name, text) -> array_contains(dbz_key_columns, name))
    when dbz_body.op = 'd' and dbz_is_partial then map_filter(
        dbz_body.before,
        (name, text) -> map_contains_key(dbz_key_row, name) or text is not null and coalesce(array_contains(dbz_own_key, name), false)
    )
    {#- A value that was not in the log is not in the row before either (Oracle). -#}
    when dbz_is_partial and size(dbz_own_key) <> 0 then map_filter(dbz_body.before, (name, text) -> not array_contains(dbz_unsent, name) or text <> dbz_body.after[name])
    else dbz_body.before
end
{%- endmacro -%}


{#-
Whether a message is of a full load. Flink CDC (JsonDebeziumDeserializationSchema) says of rows that it reads that they
are of no snapshot, and they have an empty place in the log: file '', scn 0, lsn 0, no change_lsn. One that changed
while it was read has the place of that change.
-#}
{%- macro _is_load() -%}
dbz_snapshot not in ('false', 'incremental') or dbz_snapshot = 'false' and dbz_body.op <=> 'r' and coalesce(
    nullif(dbz_source['file'], ''), dbz_source['change_lsn'], nullif(dbz_source['lsn'], '0'), nullif(dbz_source['commit_scn'], '0')
) is null
{%- endmacro -%}


{#- The rows before and after as maps of variants. -#}
{%- macro _rows_as_sent() -%}
{%- set rows = 'before map<string,variant>,after map<string,variant>' -%}
transform(
    array(from_json(value_text, '{{ rows }},payload struct<{{ rows }}>', {{ changefeed.json_options() }})),
    sent -> array(coalesce(sent.payload.before, sent.before), coalesce(sent.payload.after, sent.after))
)[0]
{%- endmacro -%}


{#- What messages of Debezium's signal topics have. -#}
{%- macro _members_of_signals() -%}
    {{- return(['id', 'type', 'data']) -}}
{%- endmacro -%}


{%- macro _micros_to_timestamp(micros) -%}
if({{ micros }} between -62135596800000000 and 253402300799999999, timestamp_micros({{ micros }}), null)
{%- endmacro -%}


{#- The columns of a row whose values were not in the log, and did not change. -#}
{%- macro _unsent() -%}
map_keys(map_filter(
    case
        when dbz_source['connector'] in ('mysql', 'mariadb', 'TiCDC') then null
        when dbz_body.op = 'd' then dbz_body.before
        when dbz_body.op = 'u' or dbz_old_key_row is not null then dbz_body.after
    end,
    (name, text) -> coalesce({{ changefeed.debezium_is_unavailable('text', 'dbz_placeholders') }}, false)
))
{%- endmacro -%}
