{#- What quarantines an event. `shared` is what quarantines a message of debezium, over the terms of this dialect. -#}
{%- macro debezium_cloudevents_faults(shared) -%}
{%- set is_avro = "ce.datacontenttype <=> 'application/avro'" -%}
{%- set faults -%}
-- wrong_dialect: none
-- source_not_covered
{{ is_avro }} or lower(ce_source['connector']) = 'mongodb' or ce_wraps
-- source_not_covered, in words
case when {{ is_avro }} then 'data is Avro: let the converter write it as JSON (data.serializer.type=json).' when ce_wraps then '{{ changefeed.debezium_wrapped_in_words() }}' else 'Events of MongoDB are not decoded: let JsonConverter write its topics, and declare them as debezium_mongodb.' end
-- unknown_operation
ce_operation is null
-- unknown_operation, in words
if(ce_body.op is null, 'The event has no iodebeziumop: let the converter write what it knows of the change (extension.attributes.enable=true).', concat('The converter documents no iodebeziumop ', ce_body.op, '.'))
-- wrong_type
ce_digits or exists(ce_sides, types -> types is null or to_json(types) <> to_json(ce_types))
-- wrong_type, in words
if(ce_digits, 'Decimals are numbers without the option decimals=numeric, or texts with it.', 'The schema names a column twice or by no text, a decimal without its scale, or other columns before than after.')
-- no_key_declared, sequence_missing: taken
-- row_missing
{{ shared.row_missing.when }}
-- row_missing, in words
concat('iodebeziumop is ', ce_body.op, ', and data has no row in ', if(ce_body.op = 'd', 'before', 'after'), ': of a record without before and after (metadata.source=header behind a transform) nothing is decoded. Let the converter get the whole envelope; check the replica identity, or row image, of the source.')
-- before_missing: taken
-- duplicate_name: none
{%- endset -%}
    {{- return(changefeed.parts(faults, shared)) -}}
{%- endmacro -%}
