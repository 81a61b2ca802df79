{#- What quarantines an event. `shared` is what quarantines a message of debezium, over the terms of this dialect. -#}
{%- macro debezium_cloudevents_faults(shared) -%}
{%- set is_avro = "ce.datacontenttype <=> 'application/avro'" -%}
    {{- return({
        'wrong_dialect': none,
        'source_not_covered': {
            'when': is_avro ~ " or lower(ce_source['connector']) = 'mongodb' or ce_wraps",
            'detail': "case when " ~ is_avro ~ " then 'data is Avro: let the converter write it as JSON (data.serializer.type=json).' when ce_wraps then '" ~ changefeed.debezium_wrapped_in_words()
                ~ "' else 'Events of MongoDB are not decoded: let JsonConverter write its topics, and declare them as debezium_mongodb.' end",
        },
        'unknown_operation': {
            'when': 'ce_operation is null',
            'detail': "if(ce_body.op is null, 'The event has no iodebeziumop: let the converter write what it knows of the change (extension.attributes.enable=true).',"
                ~ " concat('The converter documents no iodebeziumop ', ce_body.op, '.'))",
        },
        'wrong_type': {
            'when': 'ce_digits or exists(ce_sides, types -> types is null or to_json(types) <> to_json(ce_types))',
            'detail': "if(ce_digits, 'Decimals are numbers without the option decimals=numeric, or texts with it.',"
                ~ " 'The schema names a column twice or by no text, a decimal without its scale, or other columns before than after.')",
        },
        'no_key_declared': shared.no_key_declared,
        'sequence_missing': shared.sequence_missing,
        'row_missing': {
            'when': shared.row_missing.when,
            'detail': "concat('iodebeziumop is ', ce_body.op, ', and data has no row in ', if(ce_body.op = 'd', 'before', 'after'),"
                ~ " ': of a record without before and after (metadata.source=header behind a transform) nothing is decoded. Let the converter get the whole envelope; check the replica identity, or row image, of the source.')",
        },
        'before_missing': shared.before_missing,
        'duplicate_name': none,
    }) -}}
{%- endmacro -%}
