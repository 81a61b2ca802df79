{#-
Rows that Debezium's ExtractNewRecordState took out of their envelope: the columns, and beside them __deleted and the
fields that the task adds. Heartbeats, messages of pg_logical_emit_message, ends of transactions and statements pass
this transform unchanged. flat_row_terms() says what its terms are; the others are as in debezium.
-#}
{%- macro debezium_flat_dialect() -%}
{%- set base = changefeed.flat_row_terms(changefeed._added_fields()) -%}
{%- set is_deleted = "(coalesce(flat_sent['__deleted'], '') = 'true' or flat_added['op'] <=> 'd')" -%}
{%- set key = changefeed.debezium_key_terms('flat', 'flat_row') -%}
{%- set terms -%}
-- sent, columns, types, envelope, key_row, old_key_row, prefix, marked, added, row, has_non_string, table: taken
-- schema, database, own_key: taken
-- is_load
coalesce(flat_added['op'] = 'r' and not flat_added['snapshot'] <=> 'incremental' or flat_added['snapshot'] not in ('false', 'incremental'), false)
-- operation
case
    when value_text is null then if(options['deletes'] <=> 'tombstone' and flat_key_row is not null, 'delete', 'other')
    when {{ changefeed._has_only('flat_sent', ['ts_ms', 'ts_us', 'ts_ns']) }} and map_keys(flat_key_row) = array('serverName') then 'heartbeat'
    when {{ changefeed._has_only('flat_sent', ['status', 'id', 'event_count', 'data_collections', 'ts_ms']) }} and map_contains_key(flat_sent, 'event_count')
        then {{ changefeed.lookup("flat_sent['status']", {'BEGIN': 'begin', 'END': 'commit'}) }}
    when flat_envelope['connector'] is not null and flat_sent['op'] <=> 'm' then 'other'
    when flat_envelope['connector'] is not null and map_contains_key(flat_sent, 'tableChanges') then case
        when coalesce(flat_envelope['snapshot'], 'false') not in ('false', 'incremental') or coalesce(flat_sent['ddl'], '') = '' then 'other'
        when {{ changefeed.is_truncate("flat_sent['ddl']") }} then 'truncate'
        else 'ddl'
    end
    when {{ is_deleted }} then 'delete'
    when flat_is_load then 'snapshot'
    when flat_added['op'] is null or flat_added['op'] = 'c' and flat_old_key_row is not null then 'update'
    else {{ changefeed.lookup("flat_added['op']", {'c': 'insert', 'r': 'snapshot', 'u': 'update'}) }}
end
-- is_row
coalesce(flat_operation in ('insert', 'update', 'delete', 'snapshot'), false)
-- key_with, key_added, key_columns, key_left_out: taken
-- log_position
if(flat_operation in ('truncate', 'ddl'), flat_envelope, flat_added)
-- sequence
if(flat_is_load or flat_operation in ('heartbeat', 'begin', 'commit', 'other'), null, {{ changefeed.debezium_position('flat_log_position') }})
-- placeholders
{{ changefeed.debezium_placeholders() }}
-- unsent
if(
    source_kind in ('mysql', 'mariadb') or flat_operation in ('insert', 'snapshot'),
    null,
    map_keys(map_filter(flat_row, (name, text) -> coalesce({{ changefeed.debezium_is_unavailable('text', 'flat_placeholders') }}, false)))
)
-- is_partial
if(
    flat_operation = 'delete',
    flat_key_row is not null and size(flat_own_key) <> 0 and (value_text is null or source_kind <=> 'postgresql' or size(flat_unsent) > 0),
    coalesce(size(flat_unsent) > 0, false)
)
-- before
case
    when value_text is null or flat_row is null then map_filter(flat_key_row, (name, text) -> array_contains(flat_key_columns, name))
    when flat_operation <> 'delete' then flat_old_key_row
    when flat_is_partial then map_filter(
        flat_row,
        (name, text) -> map_contains_key(flat_key_row, name) or text is not null and coalesce(array_contains(flat_own_key, name), false)
    )
    else flat_row
end
-- was
{{ changefeed.debezium_scaled('flat_before', 'flat_types') }}
-- after
{{ changefeed.debezium_scaled(
    'if(flat_is_partial, map_filter(flat_row, (name, text) -> not array_contains(flat_unsent, name)), flat_row)', 'flat_types'
) }}
-- decimals_differ
{{ changefeed.debezium_decimals_differ('array(flat_row)', "array(from_json(value_text, 'payload map<string,variant>', " ~ (changefeed.json_options() | trim) ~ ').payload)', 'flat_types') }}
{%- endset -%}
{%- set changes -%}
-- operation
flat_operation
-- source_database
flat_database
-- source_schema
flat_schema
-- source_table
flat_table
-- key_columns
flat_key_columns
-- key_left_out
flat_key_left_out
-- after_rows
if(flat_operation = 'delete', array(), {{ changefeed.debezium_with_key('array(flat_after)', 'flat_key_added') }})
-- before_rows
if(flat_before is null, array(), {{ changefeed.debezium_with_key('array(flat_was)', 'flat_key_added') }})
-- is_partial
flat_is_partial
-- column_types
if(flat_is_row, to_json(flat_types), nullif(flat_sent['tableChanges'], '[]'))
-- source_at
{{ changefeed.millis_to_timestamp("try_cast(flat_marked['source_ts_ms'] as bigint)") }}
-- processed_at
{{ changefeed.millis_to_timestamp("try_cast(flat_marked['ts_ms'] as bigint)") }}
-- source_sequence
if(options['order'] <=> 'offset' or options['deletes'] <=> 'tombstone', null, {{ changefeed.debezium_place('flat_sequence') }})
-- transaction_id
coalesce(flat_added['gtid'], flat_added['txId'])
-- source_server
nullif(flat_added['server_id'], '0')
-- statement
if(flat_is_row, null, nullif(flat_sent['ddl'], ''))
-- statement_kind
if(flat_operation in ('ddl', 'truncate'), 'ddl', null)
{%- endset -%}
    {{- return(dict(changefeed.debezium_readings(), **{
        'name': 'debezium_flat',
        'version': 6,
        'source_kinds': ['mysql', 'mariadb', 'postgresql', 'sqlserver', 'oracle', 'db2'],
        'envelope': {'name': 'flat', 'format': 'json_map'},
        'reads_tombstones': true,
        'takes_along': ['debezium'],
        'sent_options': "concat(" ~ changefeed.debezium_sent_placeholders("if(flat_operation = 'update', flat_row, null)") ~ ', ' ~ changefeed._sent_prefixes() ~ ')',
        'options': dict(changefeed.debezium_options(), **dict(changefeed.flat_prefix_options(), deletes={
            'values': ['marked', 'tombstone'],
            'meaning': "how deletes come: marked in the row (delete.tombstone.handling.mode=rewrite, or op among the added fields), or as records without a value",
        })),
        'signature': {'has': [], 'usually_has': [['__deleted', '__op']]},
        'terms': changefeed.parts(terms, dict(base, **key)),
        'faults': changefeed.debezium_flat_faults(),
        'changes': changefeed.parts(changes),
    })) -}}
{%- endmacro -%}


{#- Whether a map has no other names than these, and one of them. -#}
{%- macro _has_only(map, names) -%}
(size({{ map }}) between 1 and {{ names | length }} and size(array_except(map_keys({{ map }}), array({{ changefeed.sql_strings(names) }}))) = 0)
{%- endmacro -%}


{#- The fields of an envelope that a task can add to rows. -#}
{%- macro _added_fields() -%}
    {{- return([
        'op', 'table', 'db', 'schema', 'snapshot', 'file', 'pos', 'row', 'lsn', 'sequence', 'commit_lsn', 'change_lsn', 'event_serial_no', 'commit_scn', 'scn', 'rs_id', 'ssn', 'txId', 'gtid', 'server_id',
    ]) -}}
{%- endmacro -%}


{#-
The prefixes that a task seems to put before the fields and headers that it adds, as options: what stands before op, of
an operation of Debezium's.
-#}
{%- macro _sent_prefixes() -%}
{%- set are_operations = "in ('c', 'r', 'u', 'd', 't')" -%}
array_distinct(concat(
        transform(
            filter(map_entries(flat_sent), each -> each.key rlike r'^(?!__op)[!-~]+op\z' and each.value {{ are_operations }}),
            each -> concat('fields_prefix=', regexp_replace(each.key, '(?:source_)?op$', ''))
        ),
        coalesce(transform(
            filter(headers, header -> header.key rlike r'^(?!__op)[!-~]+op\z' and cast(header.value as string) {{ are_operations }}),
            header -> concat('headers_prefix=', regexp_replace(header.key, '(?:source_)?op$', ''))
        ), array())
    ))
{%- endmacro -%}
