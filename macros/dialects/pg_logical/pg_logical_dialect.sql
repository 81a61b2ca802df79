{#-
PostgreSQL's changes as wal2json writes them. In format version 2 a message is a row. In version 1 a message is a
transaction, whose list `change` is cut: {"wal_transaction": …, "wal_change": …}. Terms: operation; is_row; schema;
table; sent (of the columns, the identity and the key: names, values and types, numbers with their marks); sides (the
same as they were sent); is_sound (whether sides name each column once, by a text); misnamed (whether a name or a type
is no text); rows (the first two as maps); is_keyless; after; lsn.
-#}
{%- macro pg_logical_dialect() -%}
{%- set terms -%}
-- operation
case
    when event_index is not null then if(not array_contains(names, 'wal_change'), 'other', {{ changefeed.lookup('wal.wal_change.kind', {'insert': 'insert', 'update': 'update', 'delete': 'delete', 'message': 'other'}) }})
    else {{ changefeed.lookup('wal.action', {'I': 'insert', 'U': 'update', 'D': 'delete', 'T': 'truncate', 'B': 'begin', 'C': 'commit', 'M': 'other'}) }}
end
-- is_row
coalesce(wal_operation in ('insert', 'update', 'delete'), false)
-- schema
if(event_index is null, wal.schema, wal.wal_change.schema)
-- table
if(event_index is null, wal.table, wal.wal_change.table)
-- sent
{{ changefeed._sent() }}
-- sides
transform(
    if(has_fractions, transform(wal_sent, lists -> transform(lists, list -> {{ changefeed.without_marks('list', 'array<string>') | trim }})), wal_sent),
    lists -> if(lists is null, null, struct(lists[0] as names, lists[1] as sent, lists[2] as types))
)
-- is_sound
not exists(wal_sides, side -> side is not null and (
    side.names is null or side.sent is null
    or size(array_distinct(side.names)) <> size(side.names) or exists(side.names, name -> name is null)
    or size(side.sent) <> size(side.names) or side.types is not null and size(side.types) <> size(side.names)
))
-- misnamed
{{ changefeed.pg_logical_misnamed() }}
-- rows
transform(slice(wal_sides, 1, 2), side -> if(
    wal_is_sound and side is not null,
    map_from_arrays(side.names, side.sent),
    null
))
-- is_keyless
coalesce(size({{ changefeed.declared_for_table('declared_keys', "''", "coalesce(wal_schema, '')", 'wal_table') }}) = 0, false)
{#
A value out of the table (TOAST) that did not change is not among the columns; under REPLICA IDENTITY FULL it is in the
row before.
#}
-- after
transform(
    array(if(
        wal_operation = 'update' and wal_rows[1] is not null,
        map_concat(map_filter(wal_rows[1], (name, text) -> not array_contains(map_keys(wal_rows[0]), name)), wal_rows[0]),
        wal_rows[0]
    )),
    row -> if(wal_is_keyless and event_index is not null, map_filter(row, (name, text) -> text is not null), row)
)[0]
-- lsn
{{ changefeed.lsn_as_number('if(event_index is null, wal.lsn, wal.wal_transaction.nextlsn)') }}
{%- endset -%}
{%- set changes -%}
-- operation
wal_operation
-- source_schema
wal_schema
-- source_table
wal_table
-- key_columns
if(wal_is_row and size(wal_sides[2].names) > 0, wal_sides[2].names, null)
-- after_rows
if(wal_operation in ('insert', 'update'), array(wal_after), array())
-- before_rows
if(wal_operation in ('update', 'delete') and wal_rows[1] is not null, array(wal_rows[1]), array())
-- is_partial
wal_operation in ('update', 'delete') and not wal_is_keyless
-- column_types
if(wal_is_row and coalesce(wal_sides[0], wal_sides[1]).types is not null, to_json(map_filter(map_from_arrays(coalesce(wal_sides[0], wal_sides[1]).names, coalesce(wal_sides[0], wal_sides[1]).types), (name, type) -> type is not null)), null)
-- source_at
{{ changefeed._text_with_offset_to_timestamp("if(event_index is null, wal.timestamp, wal.wal_transaction.timestamp)") }}
-- source_sequence
if((wal_is_row or wal_operation <=> 'truncate') and not options['order'] <=> 'offset', array(wal_lsn, cast(if(event_index is null, offset, event_index) as decimal(38,0))), null)
-- transaction_id
if(event_index is null, wal.xid, wal.wal_transaction.xid)
{%- endset -%}
    {{- return({
        'name': 'pg_logical',
        'version': 1,
        'source_kinds': ['postgresql'],
        'events': changefeed.pg_logical_events(),
        'envelope': {
            'name': 'wal',
            'format': 'json_object',
            'members': {
                'action': 'string', 'xid': 'string', 'timestamp': 'string', 'lsn': 'string', 'schema': 'text', 'table': 'text',
                'columns': 'ARRAY<MAP<STRING,STRING>>', 'identity': 'ARRAY<MAP<STRING,STRING>>', 'pk': 'ARRAY<MAP<STRING,STRING>>',
                'change': 'string', 'wal_transaction': {'xid': 'string', 'nextlsn': 'string', 'timestamp': 'string'},
                'wal_change': {
                    'kind': 'string', 'schema': 'text', 'table': 'text', 'columnnames': 'ARRAY<STRING>', 'columntypes': 'ARRAY<STRING>', 'columnvalues': 'ARRAY<STRING>',
                    'oldkeys': {'keynames': 'ARRAY<STRING>', 'keytypes': 'ARRAY<STRING>', 'keyvalues': 'ARRAY<STRING>'},
                    'pk': {'pknames': 'ARRAY<STRING>', 'pktypes': 'ARRAY<STRING>'},
                },
            },
        },
        'members': ['action', 'change', 'schema', 'table', 'xid'],
        'signature': {'has': [['action', 'change', 'wal_transaction']], 'says': [
            "(get_json_object(json, '$.change') is not null or length(get_json_object(json, '$.action')) = 1)",
        ]},
        'terms': changefeed.parts(terms),
        'faults': changefeed.pg_logical_faults(),
        'changes': changefeed.parts(changes),
        'options': {
            'order': {
                'values': ['lsn', 'offset'],
                'default': 'lsn',
                'meaning': 'what orders changes: the place in the log of PostgreSQL, which wal2json writes with include-lsn, or the offset and time of Kafka',
            },
        },
        'types': changefeed.pg_logical_types(),
    }) -}}
{%- endmacro -%}


{#- A time as PostgreSQL prints it in its ISO style, `2024-06-01 11:00:42.5+08`; NULL where it is spelled otherwise. -#}
{%- macro _text_with_offset_to_timestamp(text) -%}
transform(
    array({{ text }}),
    at -> if(
        at rlike r'^[0-9]{4}-[0-9]{2}-[0-9]{2} [0-9]{2}:[0-9]{2}:[0-9]{2}([.][0-9]{1,6})?[-+][0-9]{2}(:[0-9]{2})?\z',
        try_cast(regexp_replace(at, '([-+][0-9]{2})$', '$1:00') as timestamp),
        null
    )
)[0]
{%- endmacro -%}


{#- Names, values and types of the columns, the identity and the key, from either format. -#}
{%- macro _sent() -%}
if(
    event_index is null,
    transform(
        array(wal.columns, wal.identity, wal.pk),
        side -> if(side is null, null, array(transform(side, each -> each['name']), transform(side, each -> each['value']), transform(side, each -> each['type'])))
    ),
    array(
        if(wal.wal_change.columnnames is null, null, array(wal.wal_change.columnnames, wal.wal_change.columnvalues, wal.wal_change.columntypes)),
        if(wal.wal_change.oldkeys is null, null, array(wal.wal_change.oldkeys.keynames, wal.wal_change.oldkeys.keyvalues, wal.wal_change.oldkeys.keytypes)),
        if(wal.wal_change.pk is null, null, array(wal.wal_change.pk.pknames, transform(wal.wal_change.pk.pknames, name -> cast(null as string)), wal.wal_change.pk.pktypes))
    )
)
{%- endmacro -%}
