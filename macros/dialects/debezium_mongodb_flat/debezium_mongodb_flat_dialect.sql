{#-
Documents that Debezium's ExtractNewDocumentState took out of the envelope of the MongoDB connector: the members, and
beside them what the task adds. Messages are read as those of debezium_flat, whose terms are its own up to own_key,
is_load, operation and is_row. The others: key_document (the Kafka key as a document), document (with `_id` of the key
where it has none), is_changed_only (whether an update names only what it changed), removed (the names of what it took
away), log_time (of MongoDB's log), document_sequence, is_incomplete, document_before, document_after.
-#}
{%- macro debezium_mongodb_flat_dialect() -%}
{%- set added = ['op', 'db', 'collection', 'snapshot', 'ord'] -%}
{%- set base = changefeed.flat_row_terms(added, ['collection', 'db']) -%}
{%- set flat = changefeed.debezium_flat_dialect() -%}
{%- set parts = "split(topic, '[.]')" -%}
{%- set of_task = added + [
    'ts_ms', 'ts_us', 'ts_ns', 'connector', 'name', 'version', 'sequence', 'rs', 'lsid', 'txnNumber', 'wallTime', 'id', 'total_order', 'data_collection_order',
] -%}
{%- set terms -%}
-- sent, columns, types, envelope, key_row, old_key_row, prefix, marked, added: taken
-- row
map_filter(flat_sent, (name, text) -> name <> '__deleted' and (not startswith(name, flat_prefix) or not substr(name, length(flat_prefix) + 1) rlike r'^((source_)?({{ of_task | join('|') }})|(source|transaction|updateDescription)_[A-Za-z_]+)\z'))
-- has_non_string: taken
-- table
coalesce(flat_envelope['collection'], flat_added['collection'], element_at({{ parts }}, -1))
-- schema
cast(null as string)
-- database
coalesce(flat_envelope['db'], flat_added['db'], get({{ parts }}, size({{ parts }}) - 2))
-- own_key: taken
-- is_load
{{ flat.terms.is_load }}
-- operation
{{ flat.terms.operation }}
-- is_row
{{ flat.terms.is_row }}
-- key_document
if(map_keys(flat_key_row) = array('id'), map('_id', flat_key_row['id']), null)
-- document
case when {{ changefeed.repeats_a_name('flat_row') }} then null when map_contains_key(flat_row, '_id') or flat_key_document is null then flat_row else map_concat(flat_row, flat_key_document) end
-- is_changed_only
coalesce(options['updates'] = 'partial' and flat_operation = 'update', false)
-- removed
if(flat_is_changed_only, array_distinct(coalesce(array_compact(from_json(flat_marked['updateDescription_removedFields'], 'array<string>')), array())), array())
-- log_time
array(flat_marked['source_ts_ms'], flat_added['ord'])
-- document_sequence
if(
    flat_is_load or exists(flat_log_time, number -> not coalesce(number rlike r'^[0-9]{1,18}\z', false)),
    null,
    transform(array_append(flat_log_time, cast(offset as string)), number -> cast(number as decimal(38,0)))
)
-- is_incomplete
if(flat_operation = 'delete', not coalesce(map_contains_key(flat_row, '_id'), false), flat_is_changed_only)
-- document_before
case
    when flat_operation = 'delete' then if(flat_is_incomplete, flat_key_document, flat_row)
    when flat_is_changed_only then flat_key_document
end
-- document_after
case
    when not coalesce(flat_is_row, false) or flat_operation = 'delete' then null
    when flat_is_changed_only then map_concat(
        map_filter(flat_document, (name, text) -> not array_contains(flat_removed, name)),
        map_from_arrays(flat_removed, array_repeat(cast(null as string), size(flat_removed)))
    )
    else flat_document
end
{%- endset -%}
{%- set changes -%}
-- operation
flat_operation
-- source_database
if(flat_operation in ('heartbeat', 'begin', 'commit'), null, flat_database)
-- source_table
flat_table
-- key_columns
array('_id')
-- after_rows
if(flat_document_after is null, array(), array(flat_document_after))
-- before_rows
if(flat_document_before is null, array(), array(flat_document_before))
-- is_partial
flat_is_incomplete
-- column_types
if(flat_is_row, to_json(flat_types), null)
-- source_at, processed_at: taken
-- source_sequence
if(options['order'] <=> 'offset' or options['deletes'] <=> 'tombstone', null, flat_document_sequence)
-- transaction_id
coalesce(flat_marked['transaction_id'], if(flat_operation in ('begin', 'commit'), flat_sent['id'], null))
{%- endset -%}
    {{- return(dict(changefeed.debezium_readings(), **{
        'name': 'debezium_mongodb_flat',
        'version': 2,
        'source_kinds': ['mongodb'],
        'envelope': flat.envelope,
        'reads_tombstones': true,
        'takes_along': ['debezium_mongodb'],
        'options': dict(changefeed.framing_option(), **dict(changefeed.flat_prefix_options(), **{
            'deletes': flat.options.deletes,
            'updates': {
                'values': ['whole', 'partial'],
                'meaning': 'what an update has: the whole document (capture.mode=change_streams_update_full, the default of the connector), or what it changed (change_streams)',
            },
            'order': {
                'values': ['source', 'offset'],
                'default': 'source',
                'meaning': "what orders changes: the time of MongoDB's log (source.ts_ms and source.ord among add.fields), or Kafka's offset and time",
            },
        })),
        'signature': {'has': [], 'usually_has': [['__deleted', '__op'], ['_id', '__source_collection', '__collection']]},
        'terms': changefeed.parts(terms, base),
        'faults': changefeed.debezium_mongodb_flat_faults(flat.faults),
        'changes': changefeed.parts(changes, flat.changes),
    })) -}}
{%- endmacro -%}
