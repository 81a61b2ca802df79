{#-
TiCDC's Open Protocol. Key and value of a message are lists of frames. The nth frame of the key and the nth of the value
are one event. An event is read as one object, {"open_key": …, "open_value": …}. Terms: sent (the columns of u, p and d,
each column as its own map of t, f, h, v; numbers with their marks); columns (the same as they were sent); shown (those
of the row that the event is about); operation; is_row; handle (the names of the handle key); images (u, p and d as
rows); commit_ts.
-#}
{%- macro ticdc_open_dialect() -%}
{%- set terms -%}
-- sent
array(open.open_value.u, open.open_value.p, open.open_value.d)
-- columns
if(has_fractions, transform(open_sent, columns -> transform_values({{ changefeed.with_names_unmarked('columns') }}, (name, column) -> {{ changefeed.without_marks('column', 'map<string,string>') | trim }})), open_sent)
-- shown
coalesce(open_columns[2], open_columns[0])
-- operation
case
    when open.open_key.t = '1' then case
        when open.open_value.d is not null then 'delete'
        when open.open_value.u is not null then if(open.open_value.p is null, 'insert', 'update')
    end
    when open.open_key.t = '2' then if(open.open_value.t = '11' or {{ changefeed.is_truncate('open.open_value.q') }}, 'truncate', 'ddl')
    when open.open_key.t = '3' then 'heartbeat'
end
-- is_row
coalesce(open_operation in ('insert', 'update', 'delete'), false)
-- handle
map_keys(map_filter(open_shown, (name, column) -> coalesce(column['h'] = 'true', false) or coalesce(try_cast(column['f'] as bigint) & 2 > 0, false)))
-- images
transform(open_columns, columns -> transform_values(columns, (name, column) -> column['v']))
-- commit_ts
if(open.open_key.ts rlike r'^[1-9][0-9]{0,18}\z', open.open_key.ts, null)
{%- endset -%}
{%- set changes -%}
-- operation
open_operation
-- source_database
open.open_key.scm
-- source_table
open.open_key.tbl
-- key_columns
if(size(open_handle) > 0, open_handle, null)
-- after_rows
if(open_operation in ('insert', 'update'), slice(open_images, 1, 1), array())
-- before_rows
case open_operation when 'update' then slice(open_images, 2, 1) when 'delete' then slice(open_images, 3, 1) else array() end
-- is_before_changed_only
open_operation = 'update'
-- is_partial
open_operation = 'delete' and size(open_handle) = size(open_shown)
-- column_types
if(open_is_row, to_json(map_filter({{ changefeed.ticdc_open_types_of('open_shown') }}, (name, type) -> type is not null)), null)
-- source_at
{{ changefeed.millis_to_timestamp('cast(open_commit_ts as decimal(20,0)) div 262144') }}
-- source_sequence
if(open_operation = 'heartbeat' or open_commit_ts is null, null, {{ changefeed.ticdc_place('open_operation', 'open_commit_ts') }})
-- transaction_id
if(open_operation = 'heartbeat', null, open_commit_ts)
-- statement
nullif(open.open_value.q, '')
-- statement_kind
if(open_operation in ('ddl', 'truncate'), 'ddl', null)
{%- endset -%}
    {{- return({
        'name': 'ticdc_open',
        'version': 2,
        'source_kinds': ['tidb'],
        'events': changefeed.ticdc_open_events(),
        'envelope': {
            'name': 'open',
            'format': 'json_object',
            'members': {
                'open_key': {'ts': 'string', 'scm': 'text', 'tbl': 'text', 't': 'string', 'ohk': 'boolean', 'ccl': 'text'},
                'open_value': {
                    'u': 'MAP<STRING,MAP<STRING,STRING>>', 'p': 'MAP<STRING,MAP<STRING,STRING>>', 'd': 'MAP<STRING,MAP<STRING,STRING>>', 'q': 'text', 't': 'string',
                },
            },
        },
        'signature': {'has': ['open_key'], 'bytes': "startswith(key, X'0000000000000001') and startswith(value, X'00')"},
        'terms': changefeed.parts(terms),
        'faults': changefeed.ticdc_open_faults(),
        'changes': changefeed.parts(changes),
        'types': changefeed.ticdc_open_types(),
    }) -}}
{%- endmacro -%}
