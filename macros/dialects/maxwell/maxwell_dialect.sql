{#-
Maxwell's daemon. Terms: operation; is_row; is_snapshot; key_names (the key columns: primary_key_columns, or the names
in the Kafka key, as the row spells them); log_position (file and offset in the binary log, as digits, where the task
writes `position`).
-#}
{%- macro maxwell_dialect() -%}
{%- set millis = 'try_cast(maxwell.ts as bigint) * if(abs(try_cast(maxwell.ts as bigint)) < 100000000000, 1000, 1)' -%}
{#- Messages that SeaTunnel calls Maxwell's have their type in capitals (flink_json). -#}
{%- set terms -%}
-- operation
{{ changefeed.lookup('maxwell.type', {
    'insert': 'insert',
    'update': 'update',
    'delete': 'delete',
    'bootstrap-insert': 'snapshot',
    'bootstrap-start': 'other',
    'bootstrap-complete': 'other',
    'table-create': 'ddl',
    'table-alter': 'ddl',
    'table-drop': 'ddl',
    'database-create': 'ddl',
    'database-alter': 'ddl',
    'database-drop': 'ddl',
}) }}
-- is_row
maxwell.type in ('insert', 'update', 'delete', 'bootstrap-insert')
-- is_snapshot
startswith(maxwell.type, 'bootstrap-')
-- key_names
{{ changefeed._key_names() }}
-- log_position
if(maxwell.position rlike r'^.*[.][0-9]{1,18}:[0-9]{1,18}\z', split(regexp_extract(maxwell.position, '[.]([0-9]{1,18}:[0-9]{1,18})$', 1), ':'), null)
{%- endset -%}
{%- set faults -%}
-- unknown_operation
maxwell_operation is null
-- unknown_operation, in words
concat('Maxwell documents no type ', maxwell.type, '.')
-- data_not_rows
maxwell_is_row and maxwell.data is null or maxwell.type = 'update' and maxwell.old is null
-- data_not_rows, in words
concat('A message of type ', maxwell.type, ' carries its row in data, and an update the columns that changed in old, as objects; here they are absent or hold something else.')
-- sequence_missing
maxwell.position is not null and maxwell_log_position is null or not coalesce(maxwell.xoffset, '0') rlike r'^[0-9]{1,18}\z'
-- sequence_missing, in words
concat('position is file.number:offset and xoffset a whole number; here they are ', coalesce(maxwell.position, 'missing'), ' and ', coalesce(maxwell.xoffset, 'missing'), '.')
{%- endset -%}
{%- set changes -%}
-- operation
maxwell_operation
-- source_database
maxwell.database
-- source_table
maxwell.table
-- key_columns
if(size(maxwell_key_names) > 0, maxwell_key_names, null)
-- after_rows
if(maxwell_is_row and maxwell.type <> 'delete', array(maxwell.data), array())
-- before_rows
case maxwell.type when 'update' then array(maxwell.old) when 'delete' then array(maxwell.data) else array() end
-- is_before_changed_only
maxwell.type = 'update'
-- is_partial
maxwell.type in ('update', 'delete') and options['absent_means'] <=> 'unchanged'
-- source_at
{{ changefeed.millis_to_timestamp(millis) }}
{#
The last row of a transaction has commit and no xoffset. With GTIDs Maxwell follows a failover to another server, whose
files have other numbers: then position orders nothing.
#}
-- source_sequence
if(
    maxwell_is_snapshot or maxwell_log_position is null or maxwell.gtid is not null,
    null,
    transform(
        concat(maxwell_log_position, array(coalesce(maxwell.xoffset, if(maxwell.commit, '999999999999', '0')))),
        number -> cast(number as decimal(38,0))
    )
)
-- transaction_id
coalesce(maxwell.gtid, maxwell.xid)
-- statement
nullif(maxwell.sql, '')
-- statement_kind
if(maxwell_operation = 'ddl', maxwell.type, null)
{%- endset -%}
    {{- return({
        'name': 'maxwell',
        'version': 1,
        'source_kinds': ['mysql', 'mariadb'],
        'envelope': {
            'name': 'maxwell',
            'format': 'json_object',
            'members': {
                'database': 'text', 'table': 'text', 'type': 'text', 'ts': 'string', 'xid': 'string', 'xoffset': 'string', 'commit': 'boolean',
                'gtid': 'text', 'position': 'text', 'primary_key_columns': 'array<text>', 'data': 'map<string,string>', 'old': 'map<string,string>', 'sql': 'text',
            },
        },
        'members': [
            'charset', 'comment', 'commit', 'data', 'database', 'def', 'gtid', 'old', 'position', 'primary_key', 'primary_key_columns', 'query', 'schema_id',
            'server_id', 'sql', 'table', 'thread_id', 'ts', 'type', 'xid', 'xoffset',
        ],
        'signature': {'has': ['type', 'database'], 'usually_has': ['ts', ['data', 'sql']], 'says': [
            "coalesce(get_json_object(json, '$.type') rlike '^[a-z]', true)",
        ]},
        'options': dict(changefeed.framing_option(), **{
            'absent_means': {
                'values': ['as_null', 'unchanged'],
                'default': 'as_null',
                'meaning': 'what a column means that a row lacks: NULL (output_nulls=false), or unchanged if the source logs partial rows (binlog_row_image)',
            },
        }),
        'terms': changefeed.parts(terms),
        'faults': changefeed.parts(faults),
        'changes': changefeed.parts(changes),
        'types': changefeed.maxwell_types(),
    }) -}}
{%- endmacro -%}


{#-
The key columns, as the row spells them. The Kafka key is {"database":…,"table":…,"pk.id":3}, or with
kafka_key_format=array ["…","…",[{"id":3}]]. Its names are in small letters.
-#}
{%- macro _key_names() -%}
{%- set sent_key = 'if(maxwell_is_row, cast(key as string), null)' -%}
{%- set sent_names -%}
coalesce(
    maxwell.primary_key_columns,
    transform(filter(json_object_keys({{ sent_key }}), name -> startswith(name, 'pk.')), name -> substr(name, 4)),
    flatten(transform(
        from_json(get(from_json({{ sent_key }}, 'array<string>', {{ changefeed.json_options() }}), 2), 'array<map<string,string>>', {{ changefeed.json_options() }}),
        column -> map_keys(column)
    ))
)
{%- endset -%}
{{- changefeed.names_in_row(sent_names | trim | indent(4), 'maxwell.data') -}}
{%- endmacro -%}
