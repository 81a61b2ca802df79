{#-
Rows that Debezium's ExtractNewRecordState took out of their envelope: the columns, and beside them __deleted and the fields that the task adds. Heartbeats, messages
of pg_logical_emit_message, ends of transactions and statements pass it as they are. Terms: sent (the object, without a schema around it), added (the added fields,
by their names in the envelope), row (the columns), the others as in debezium.
-#}
{%- macro debezium_flat_dialect() -%}
{%- set is_deleted = "(coalesce(debezium_flat_sent['__deleted'], '') = 'true' or debezium_flat_added['op'] <=> 'd')" -%}
{%- set operation -%}
case
    when value is null then if(options['deletes'] <=> 'tombstone' and debezium_flat_key_row is not null, 'delete', 'other')
    when {{ changefeed._has_only('debezium_flat_sent', ['ts_ms', 'ts_us', 'ts_ns']) }} and map_keys(debezium_flat_key_row) = array('serverName') then 'heartbeat'
    when {{ changefeed._has_only('debezium_flat_sent', ['status', 'id', 'event_count', 'data_collections', 'ts_ms']) }} and map_contains_key(debezium_flat_sent, 'event_count')
        then {{ changefeed.lookup("debezium_flat_sent['status']", {'BEGIN': 'begin', 'END': 'commit'}) }}
    when debezium_flat_envelope['connector'] is not null and debezium_flat_sent['op'] <=> 'm' then 'other'
    when debezium_flat_envelope['connector'] is not null and map_contains_key(debezium_flat_sent, 'tableChanges') then case
        when coalesce(debezium_flat_envelope['snapshot'], 'false') not in ('false', 'incremental') or coalesce(debezium_flat_sent['ddl'], '') = '' then 'other'
        when {{ changefeed.is_truncate("debezium_flat_sent['ddl']") }} then 'truncate'
        else 'ddl'
    end
    when {{ is_deleted }} then 'delete'
    when debezium_flat_is_load then 'snapshot'
    when debezium_flat_added['op'] is null or debezium_flat_added['op'] = 'c' and debezium_flat_old_key_row is not null then 'update'
    else {{ changefeed.lookup("debezium_flat_added['op']", {'c': 'insert', 'r': 'snapshot', 'u': 'update'}) }}
end
{%- endset -%}
{%- set added = [
    'op', 'table', 'db', 'schema', 'ts_ms', 'snapshot', 'file', 'pos', 'row', 'lsn', 'sequence', 'commit_lsn', 'change_lsn', 'event_serial_no', 'commit_scn', 'scn', 'rs_id', 'ssn',
    'txId', 'gtid', 'connector', 'name', 'version', 'server_id', 'ts_us', 'ts_ns',
] -%}
{%- set is_unavailable = changefeed.debezium_is_unavailable('text') -%}
{%- set declared_key = changefeed.declared_for_table('declared_keys', "coalesce(debezium_flat_database, '')", "coalesce(debezium_flat_schema, '')", 'debezium_flat_table') -%}
{%- set before -%}
case
    when value is null or debezium_flat_row is null then debezium_flat_key_row
    when debezium_flat_operation <> 'delete' then debezium_flat_old_key_row
    when debezium_flat_is_partial then map_filter(
        debezium_flat_row,
        (name, text) -> map_contains_key(debezium_flat_key_row, name) or text is not null and coalesce(array_contains({{ declared_key }}, name), false)
    )
    else debezium_flat_row
end
{%- endset -%}
{%- set is_partial -%}
case
    when debezium_flat_operation = 'delete' then debezium_flat_key_row is not null and size({{ declared_key }}) <> 0
        and (value is null or source_kind <=> 'postgresql' or exists(map_values(debezium_flat_row), text -> coalesce({{ is_unavailable }}, false)))
    when source_kind in ('mysql', 'mariadb') or debezium_flat_operation in ('insert', 'snapshot') then false
    else coalesce(exists(map_values(debezium_flat_row), text -> coalesce({{ is_unavailable }}, false)), false)
end
{%- endset -%}
    {{- return({
        'name': 'debezium_flat',
        'version': 1,
        'source_kinds': ['mysql', 'mariadb', 'postgresql', 'sqlserver', 'oracle', 'db2'],
        'envelope': {'name': 'debezium_flat', 'format': 'json_map'},
        'reads_tombstones': true,
        'options': dict(changefeed.debezium_options(), deletes={
            'values': ['marked', 'tombstone'],
            'meaning': "how deletes come: marked in the row (delete.tombstone.handling.mode=rewrite, or op among the added fields), or as records without a value",
        }),
        'signature': {'has': [], 'usually_has': [['__deleted', '__op']]},
        'terms': dict(changefeed.flat_row_terms(added), **{
            'is_load': "coalesce(debezium_flat_added['op'] = 'r' and not debezium_flat_added['snapshot'] <=> 'incremental'"
                ~ " or debezium_flat_added['snapshot'] not in ('false', 'incremental'), false)",
            'operation': operation,
            'place': "if(debezium_flat_operation in ('truncate', 'ddl'), debezium_flat_envelope, debezium_flat_added)",
            'position': "if(debezium_flat_is_load or debezium_flat_operation in ('heartbeat', 'begin', 'commit', 'other'), null, "
                ~ changefeed.debezium_position('debezium_flat_place') ~ ')',
            'is_partial': is_partial,
            'before': before,
        }),
        'faults': {
            'wrong_dialect': {
                'when': "debezium_flat_envelope['connector'] is not null and debezium_flat_sent['op'] in ('c', 'r', 'u', 'd', 't')",
                'detail': "'The message has its envelope: it was not flattened. Declare the feed as debezium in seeds/feeds.csv.'",
            },
            'duplicate_name': {
                'when': 'coalesce(' ~ changefeed.repeats_a_name('debezium_flat_sent') ~ ', false)',
                'detail': "'The payload names a member more than once.'",
            },
            'unknown_operation': {
                'when': 'debezium_flat_operation is null',
                'detail': "concat('Debezium documents no op ', coalesce(debezium_flat_added['op'], debezium_flat_sent['status'], 'null'), '.')",
            },
            'delete_mark_missing': {
                'when': "debezium_flat_operation in ('insert', 'update') and options['deletes'] <=> 'marked'"
                    ~ " and debezium_flat_sent['__deleted'] is null and debezium_flat_added['op'] is null",
                'detail': "'The row has neither __deleted nor __op, so deletes of this topic cannot be marked as the feed says (deletes=marked)."
                    ~ " Set delete.tombstone.handling.mode=rewrite in the connector, or deletes=tombstone among the options of this feed.'",
            },
            'before_missing': {
                'when': "debezium_flat_operation = 'update' and size(" ~ declared_key ~ ') = 0',
                'detail': "'The table is declared without a key, and a flattened update has no row before: nobody knows which row is meant."
                    ~ " Declare a key in seeds/table_keys.csv, or send the table with its envelope (debezium).'",
            },
            'sequence_missing': {
                'when': "not options['order'] <=> 'offset' and not options['deletes'] <=> 'tombstone' and debezium_flat_position is null and not debezium_flat_is_load"
                    ~ " and debezium_flat_operation in ('insert', 'update', 'delete', 'snapshot', 'truncate', 'ddl')",
                'detail': "'The row names no place in the log of its source. Add it to add.fields of the transform (source.file,source.pos,source.row, source.sequence or lsn,"
                    ~ " source.commit_lsn,source.change_lsn,source.event_serial_no), or set order=offset among the options of this feed.'",
            },
        },
        'changes': {
            'operation': 'debezium_flat_operation',
            'source_database': 'debezium_flat_database',
            'source_schema': 'debezium_flat_schema',
            'source_table': 'debezium_flat_table',
            'key_columns': 'map_keys(debezium_flat_key_row)',
            'after_rows': "if(debezium_flat_operation = 'delete', array(), array(" ~ changefeed.debezium_scaled(
                'if(debezium_flat_is_partial, map_filter(debezium_flat_row, (name, text) -> text is null or not ' ~ is_unavailable ~ '), debezium_flat_row)', 'debezium_flat_types'
            ) ~ '))',
            'before_rows': 'if(debezium_flat_before is null, array(), array(' ~ changefeed.debezium_scaled('debezium_flat_before', 'debezium_flat_types') ~ '))',
            'is_partial': 'debezium_flat_is_partial',
            'column_types': 'to_json(debezium_flat_types)',
            'source_at': changefeed.millis_to_timestamp("try_cast(debezium_flat_sent['__source_ts_ms'] as bigint)"),
            'processed_at': changefeed.millis_to_timestamp("try_cast(debezium_flat_sent['__ts_ms'] as bigint)"),
            'source_sequence': "if(options['order'] <=> 'offset' or options['deletes'] <=> 'tombstone', null, debezium_flat_position)",
            'transaction_id': "coalesce(debezium_flat_added['gtid'], debezium_flat_added['txId'])",
            'statement': "if(debezium_flat_operation in ('ddl', 'truncate'), debezium_flat_sent['ddl'], null)",
        },
        'value': changefeed.debezium_value,
    }) -}}
{%- endmacro -%}


{#- Whether a map has no other names than these, and one of them. -#}
{%- macro _has_only(map, names) -%}
(size({{ map }}) > 0 and size(array_except(map_keys({{ map }}), array({{ changefeed.sql_strings(names) }}))) = 0)
{%- endmacro -%}
