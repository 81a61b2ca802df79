{#-
Oracle GoldenGate's JSON whose rows stand beside op_type (format json_row, mode op). Terms: added (the names that are no
columns); row (the columns); keys (primary_keys as a list, NULL where it is none); the others are as in ogg.
-#}
{%- macro ogg_json_row_dialect() -%}
{%- set shared = changefeed.ogg_family(
    'ogg_row', "ogg_row['op_type']", "ogg_row['table']", "ogg_row['pos']", "ogg_row['op_ts']", "ogg_row['current_ts']"
) -%}
{%- set added = ['table', 'op_type', 'op_ts', 'current_ts', 'pos', 'primary_keys', 'tokens'] -%}
{%- set terms -%}
-- name_parts, operation, is_row, is_whole, declared_key: taken
-- added
concat(array('{{ added | join("', '") }}'), coalesce(split(options['metacolumns'], '/'), array()))
-- row
map_filter(ogg_row, (name, text) -> not array_contains(ogg_row_added, name))
-- keys
from_json(ogg_row['primary_keys'], 'array<string>', {{ changefeed.json_options() }})
{%- endset -%}
{%- set changes -%}
-- key_columns
if(size(ogg_row_keys) > 0, ogg_row_keys, null)
-- after_rows
if(ogg_row_operation in ('insert', 'update'), array(ogg_row_row), array())
-- before_rows
if(ogg_row_operation = 'delete', array(ogg_row_row), array())
-- transaction_id
coalesce(if(array_contains(ogg_row_added, 'xid'), ogg_row['xid'], null), if(array_contains(ogg_row_added, 'csn'), ogg_row['csn'], null))
{%- endset -%}
    {{- return({
        'name': 'ogg_json_row',
        'version': 1,
        'source_kinds': shared.source_kinds,
        'envelope': {'name': 'ogg_row', 'format': 'json_map'},
        'takes_along': ['ogg'],
        'signature': {'has': ['op_type', 'table'], 'usually_has': [['op_ts', 'current_ts', 'pos']], 'says': [
            "get_json_object(json, '$.before') is null and get_json_object(json, '$.after') is null",
        ]},
        'options': dict(shared.options, metacolumns={
            'is_optional': true,
            'meaning': 'names of further metacolumns of the handler, with / between them, such as xid/csn: they are no columns of the row',
        }),
        'terms': changefeed.parts(terms, shared.terms),
        'faults': changefeed.ogg_json_row_faults(shared.faults),
        'changes': dict(shared.changes, **changefeed.parts(changes)),
        'types': changefeed.ogg_types(),
    }) -}}
{%- endmacro -%}
