{#-
Changes as Confluent's Oracle CDC Source connector writes them: the columns, and beside them op_type, table, scn and
others. Terms: sent, columns and types are as in debezium_flat (flat_row_terms()); key_row (the columns of the Kafka
key); added (the names that are no columns); name_parts (of table); operation; is_row; own_key (the key that the feed
declares); row (the columns); was (the row before an update, in the member that the option `before` names); rows (row
and was, each decimal with its scale).
-#}
{%- macro confluent_oracle_cdc_dialect() -%}
{%- set base = changefeed.with_envelope_name(changefeed.flat_row_terms(['op']), 'flat', 'ocdc') -%}
{%- set named = changefeed.table_of_parts('ocdc_name_parts') -%}
{%- set rows_as_sent -%}
array(from_json(value_text, 'payload map<string,variant>', {{ changefeed.json_options() }}).payload)
{%- endset -%}
{%- set terms -%}
-- sent, columns: taken
-- added
concat(array('table', 'scn', 'op_type', 'op_ts', 'current_ts', 'row_id', 'username', coalesce(options['before'], 'table')), split(coalesce(options['metacolumns'], 'table'), '/'))
-- types
map_filter({{ base.types }}, (name, type) -> not array_contains(ocdc_added, name))
-- key_row: taken
-- name_parts
split(ocdc_sent['table'], '[.]')
-- operation
get(
    array('snapshot', 'insert', 'update', 'delete', 'truncate'),
    cast(array_position(split(coalesce(options['operations'], 'R/I/U/D/T'), '/'), ocdc_sent['op_type']) as int) - 1
)
-- is_row
coalesce(ocdc_operation in ('snapshot', 'insert', 'update', 'delete'), false)
-- own_key
{{ changefeed.declared_for_table('declared_keys', named.database, named.schema, named.table) }}
-- row
map_filter(ocdc_sent, (name, text) -> not array_contains(ocdc_added, name))
-- was
transform(
    array({{ changefeed.json_object_of(changefeed.numbers_as_text("if(startswith(ocdc_sent[options['before']], '{'), ocdc_sent[options['before']], null)")) }}),
    row -> {{ changefeed.without_marks('row', 'map<string,string>') | indent(4) }}
)[0]
-- rows
transform(array(ocdc_row, ocdc_was), row -> {{ changefeed.debezium_scaled('row', 'ocdc_types') }})
-- decimals_differ
{{ changefeed.debezium_decimals_differ('array(ocdc_row)', rows_as_sent, 'ocdc_types') }}
{%- endset -%}
{%- set changes -%}
-- operation
ocdc_operation
-- source_database
{{ named.database }}
-- source_schema
{{ named.schema }}
-- source_table
{{ named.table }}
-- key_columns
if(array_sort(map_keys(ocdc_key_row)) = array('payload', 'schema'), null, map_keys(ocdc_key_row))
-- after_rows
if(ocdc_operation in ('snapshot', 'insert', 'update'), slice(ocdc_rows, 1, 1), array())
-- before_rows
case when ocdc_operation = 'delete' then slice(ocdc_rows, 1, 1) when ocdc_operation = 'update' and ocdc_was is not null then slice(ocdc_rows, 2, 1) else array() end
-- is_partial
if(ocdc_operation is null, null, false)
-- column_types
if(ocdc_is_row, to_json(ocdc_types), null)
-- source_at
{{ changefeed.millis_to_timestamp("try_cast(ocdc_sent['op_ts'] as bigint)") }}
-- processed_at
{{ changefeed.millis_to_timestamp("try_cast(ocdc_sent['current_ts'] as bigint)") }}
-- source_sequence
if(ocdc_operation in ('insert', 'update', 'delete', 'truncate') and not options['order'] <=> 'offset', array(cast(ocdc_sent['scn'] as decimal(38,0))), null)
-- statement_kind
if(ocdc_operation = 'truncate', 'truncate', null)
{%- endset -%}
    {{- return({
        'name': 'confluent_oracle_cdc',
        'version': 1,
        'source_kinds': ['oracle'],
        'envelope': {'name': 'ocdc', 'format': 'json_map'},
        'signature': {'has': [], 'usually_has': [['op_type', 'payload']], 'says': [
            changefeed.debezium_member('op_type') ~ ' is not null and ' ~ changefeed.debezium_member('scn') ~ ' is not null',
            changefeed.debezium_member('pos') ~ ' is null',
        ]},
        'options': changefeed.confluent_oracle_cdc_options(),
        'terms': changefeed.parts(terms, base),
        'faults': changefeed.confluent_oracle_cdc_faults(),
        'changes': changefeed.parts(changes),
        'type': changefeed.confluent_oracle_cdc_type,
        'value': changefeed.confluent_oracle_cdc_value,
        'type_cells': changefeed.confluent_oracle_cdc_type_cells,
    }) -}}
{%- endmacro -%}
