{#- What quarantines a message of Confluent's Oracle CDC Source connector. -#}
{%- macro confluent_oracle_cdc_faults() -%}
{%- set has_non_string -%}
if(
    exists(array(ocdc_sent['table'], ocdc_sent['op_type']), text -> coalesce({{ changefeed.looks_like_not_string('text') }}, false)),
    exists(
        array(from_json(if({{ changefeed.flat_is_wrapped() }} and startswith(ocdc['payload'], '{'), ocdc['payload'], value_text), 'map<string,variant>', {{ changefeed.json_options() }})),
        sent -> exists(array('table', 'op_type'), name -> ocdc_sent[name] is not null and {{ changefeed.is_not_string('sent[name]') }})
    ),
    false
)
{%- endset -%}
{%- set faults -%}
-- wrong_dialect
ocdc_sent['op_type'] is null or ocdc_sent['table'] is null or map_contains_key(ocdc_sent, 'pos') and not map_contains_key(ocdc_sent, 'scn')
-- wrong_dialect, in words
'Beside the columns stand op_type, table and scn, where output.op.type.field, output.table.name.field and output.scn.field of the connector have their defaults; pos is a member of ogg_json_row. Check the dialect of this feed in seeds/changefeed_feeds.csv.'
-- unknown_operation
ocdc_operation is null
-- unknown_operation, in words
concat('op_type is ', ocdc_sent['op_type'], ', not one of ', coalesce(options['operations'], 'R/I/U/D/T'), '. If the connector has output.op.type.insert.value and the like, say so in operations= among the options of this feed.')
-- duplicate_name
{{ changefeed.repeats_a_name('ocdc_sent') }} or coalesce({{ changefeed.repeats_a_name('ocdc_was') }}, false)
-- duplicate_name, in words
'The payload, or the row before, names something twice.'
-- wrong_type
{{ has_non_string }} or ocdc_operation = 'update' and ocdc_was is null and ocdc_sent[options['before']] is not null or size(ocdc_columns) > 0 and ocdc_types is null or ocdc_decimals_differ or ocdc_columns is null and {{ changefeed.flat_is_wrapped() }} and (get_json_object(ocdc['schema'], '$.fields') is not null or not startswith(ocdc['schema'], '{')) or contains(to_json(ocdc_columns), '\uFDD0') or exists(ocdc_columns, each -> each.type rlike r'^[\[{]' or each.name rlike r'^[\[{]')
-- wrong_type, in words
'table and op_type are texts, the row before is an object; a schema names each column once, with the scale of decimals; decimals are JSON numbers with decimals=numeric among the options of the feed alone.'
-- table_unclear
size(ocdc_name_parts) > 3
-- table_unclear, in words
concat('table is database.schema.table, schema.table or the table alone; ', ocdc_sent['table'], ' has more parts.')
-- row_missing
ocdc_is_row and size(ocdc_row) = 0
-- row_missing, in words
concat('op_type is ', ocdc_sent['op_type'], ', and no columns stand beside it.')
-- before_missing
ocdc_operation = 'update' and ocdc_was is null and size(ocdc_own_key) = 0
-- before_missing, in words
'The table is declared without a key, and an update has no row before: set output.before.state.field in the connector and before= among the options of this feed, or declare a key in seeds/changefeed_table_keys.csv.'
-- sequence_missing
not options['order'] <=> 'offset' and ocdc_operation <> 'snapshot' and not coalesce(ocdc_sent['scn'] rlike r'^[0-9]{1,38}\z', false)
-- sequence_missing, in words
concat('scn is a number of up to 38 digits; here it is ', coalesce(ocdc_sent['scn'], 'missing'), '. Set order=offset among the options of this feed if the connector has no output.scn.field.')
{%- endset -%}
    {{- return(changefeed.parts(faults)) -}}
{%- endmacro -%}
