{#-
DataWorks, synchronisation of a single table to Kafka, value format JSON: the row itself, with five columns about the
change. Terms: image_marks (N/Y: the message has the row after; Y/N: it has the row before), operation, row (without the
five columns).
-#}
{%- macro dataworks_flat_dialect() -%}
{%- set added = ['_sequence_id_', '_operation_type_', '_execute_time_', '_before_image_', '_after_image_'] -%}
{%- set has_sequence = "coalesce(dataworks_flat['_sequence_id_'] rlike r'^[0-9]{1,38}\\z', false)" -%}
{%- set is_before = "dataworks_flat_image_marks = 'Y/N'" -%}
{%- set terms -%}
-- image_marks
concat_ws('/', dataworks_flat['_before_image_'], dataworks_flat['_after_image_'])
-- operation
if(dataworks_flat['_operation_type_'] = 'I' and dataworks_flat['_sequence_id_'] = '-1', 'snapshot', {{ changefeed.lookup("dataworks_flat['_operation_type_']", {'I': 'insert', 'U': 'update', 'D': 'delete'}) }})
-- row
map_filter(dataworks_flat, (name, text) -> name not in ('{{ added | join("', '") }}'))
{%- endset -%}
{%- set faults -%}
-- unknown_operation
dataworks_flat_operation is null
-- unknown_operation, in words
concat('_operation_type_ is I, U or D; here it is ', coalesce(dataworks_flat['_operation_type_'], 'null'), '.')
-- unknown_image
not coalesce(dataworks_flat_image_marks = 'N/Y' and dataworks_flat_operation <> 'delete' or dataworks_flat_image_marks = 'Y/N' and dataworks_flat_operation in ('update', 'delete'), false)
-- unknown_image, in words
concat('_before_image_ and _after_image_ are N and Y for I, Y and N for D, one or the other for U; here they are ', coalesce(dataworks_flat['_before_image_'], 'null'), ' and ', coalesce(dataworks_flat['_after_image_'], 'null'), '.')
-- sequence_missing
dataworks_flat_operation <> 'snapshot' and not {{ has_sequence }}
-- sequence_missing, in words
concat('_sequence_id_ is a whole number, by which changes are ordered and the two sides of an update found; here it is ', coalesce(dataworks_flat['_sequence_id_'], 'null'), '.')
{%- endset -%}
{%- set changes -%}
-- operation
dataworks_flat_operation
-- source_table
if(dataworks_flat is null, null, topic)
-- after_rows
if({{ is_before }}, array(), array(dataworks_flat_row))
-- before_rows
if({{ is_before }}, array(dataworks_flat_row), array())
-- is_before_changed_only
false
-- is_partial
dataworks_flat_operation in ('update', 'delete') and options['absent_means'] <=> 'unchanged'
-- pair_side
if(dataworks_flat_operation = 'update', if({{ is_before }}, 'before', 'after'), null)
-- source_at
if(dataworks_flat['_execute_time_'] rlike r'^[0-9]{13}\z', timestamp_millis(cast(dataworks_flat['_execute_time_'] as bigint)), null)
-- source_sequence
if({{ has_sequence }}, array(cast(dataworks_flat['_sequence_id_'] as decimal(38,0))), null)
{%- endset -%}
    {{- return({
        'name': 'dataworks_flat',
        'version': 1,
        'source_kinds': [],
        'envelope': {'name': 'dataworks_flat', 'format': 'json_map'},
        'members': added,
        'signature': {'has': added},
        'options': {
            'absent_means': {
                'values': ['as_null', 'unchanged'],
                'default': 'as_null',
                'meaning': 'what a column means that the row after an update lacks: unchanged if the source logs partial rows',
            },
        },
        'terms': changefeed.parts(terms),
        'faults': changefeed.parts(faults),
        'changes': changefeed.parts(changes),
        'types': changefeed.dataworks_types_written(),
    }) -}}
{%- endmacro -%}
