{#-
OMS's kind DebeziumSmt: the columns of the row and __deleted, nothing else. The table is the last part of the topic's
name, and its key is declared. An insert looks like an update. So in a table without a key neither can be applied. For a
large value (LOB) that did not change, OMS sends NULL, and no row before tells whether it did. So NULL of a column that
is declared as a LOB is no value. A deleted row is whole: if a row with its key is made again, it begins with nothing.
Terms: declared_types, own_key, operation, lobs_unsent (columns whose NULL is no value).
-#}
{%- macro oms_debezium_smt_dialect() -%}
{%- set table = "element_at(split(topic, '[.]'), -1)" -%}
{%- set row = "map_filter(flat, (name, text) -> name <> '__deleted' and not array_contains(flat_lobs_unsent, name))" -%}
{%- set terms -%}
-- declared_types
{{ changefeed.declared_for_table('declared_types', "''", "''", table) }}
-- own_key
{{ changefeed.declared_for_table('declared_keys', "''", "''", table) }}
-- operation
{{ changefeed.lookup("flat['__deleted']", {'true': 'delete', 'false': 'update'}) }}
-- lobs_unsent
if(
    flat_operation = 'update' and coalesce(options['lob_mode'], '') <> 'complete',
    map_keys(map_filter(flat, (name, text) -> text is null and {{ changefeed.oceanbase_is_lob('flat_declared_types[name]') }} and not array_contains(flat_own_key, name))),
    array()
)
{%- endset -%}
{%- set faults -%}
-- unknown_operation
flat_operation is null
-- unknown_operation, in words
concat('__deleted of OMS is true or false, not ', coalesce(flat['__deleted'], 'null'), '.')
-- before_missing
flat_operation = 'update' and size(flat_own_key) = 0
-- before_missing, in words
'The table is declared without a key, and OMS sends in this kind neither the row before nor whether it is new: nobody knows which row is meant. Declare a key in seeds/changefeed_table_keys.csv, or choose another serialization format.'
{%- endset -%}
{%- set changes -%}
-- operation
flat_operation
-- source_table
{{ table }}
-- after_rows
if(flat_operation = 'delete', array(), array({{ row }}))
-- before_rows
if(flat_operation = 'delete', array({{ row }}), array())
-- is_partial
coalesce(size(flat_lobs_unsent) > 0, false)
-- column_types
to_json(flat_declared_types)
{%- endset -%}
    {{- return({
        'name': 'oms_debezium_smt',
        'version': 2,
        'source_kinds': ['oceanbase_mysql'],
        'envelope': {'name': 'flat', 'format': 'json_map'},
        'signature': {'has': ['__deleted']},
        'options': {'lob_mode': changefeed.oms_options().lob_mode},
        'terms': changefeed.parts(terms),
        'faults': changefeed.parts(faults),
        'changes': changefeed.parts(changes),
        'ambiguous_nulls': changefeed.oms_debezium_smt_ambiguous_nulls(),
        'types': changefeed.oms_debezium_types(),
    }) -}}
{%- endmacro -%}
