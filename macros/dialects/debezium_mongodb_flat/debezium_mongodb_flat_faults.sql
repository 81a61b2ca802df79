{#- What quarantines a flattened document; `flat` are the faults of debezium_flat. -#}
{%- macro debezium_mongodb_flat_faults(flat) -%}
    {{- return({
        'wrong_dialect': {
            'when': "flat_envelope['connector'] is not null and flat_sent['op'] in ('c', 'r', 'u', 'd')",
            'detail': "'The message has its envelope: it was not flattened. Declare the feed as debezium_mongodb in seeds/changefeed_feeds.csv.'",
        },
        'duplicate_name': flat.duplicate_name,
        'wrong_type': {
            'when': 'flat_has_non_string or size(flat_columns) > 0 and flat_types is null',
            'detail': "if(flat_has_non_string, 'Debezium adds collection and db to documents as strings; here one is another kind of JSON value.',"
                ~ " 'The schema names a column twice, not at all or by something that is not a string.')",
        },
        'unknown_operation': flat.unknown_operation,
        'delete_mark_missing': flat.delete_mark_missing,
        'before_missing': flat.before_missing,
        'no_key_declared': flat.no_key_declared,
        'document_missing': {
            'when': "flat_operation = 'delete' and flat_document_before is null",
            'detail': "'The delete has no id in its Kafka key, and no document.'",
        },
        'unknown_update': {
            'when': "flat_is_changed_only and not map_contains_key(flat_marked, 'updateDescription_removedFields')",
            'detail': "'The feed says updates=partial, and the message does not say which fields the update took away:"
                ~ " add updateDescription.removedFields to add.fields of the transform, or set capture.mode=change_streams_update_full in the connector and updates=whole among the options of this feed.'",
        },
        'path_not_followed': {
            'when': "flat_is_changed_only and exists(concat(map_keys(flat_row), flat_removed), name -> contains(name, '.'))",
            'detail': "concat('The update changes ', array_join(concat(map_keys(flat_row), flat_removed), ', '), ': what lies within a member is not followed here."
                ~ " The document is out of date until it is sent whole: set capture.mode=change_streams_update_full, or load the collection again.')",
        },
        'sequence_missing': {
            'when': "not options['order'] <=> 'offset' and not options['deletes'] <=> 'tombstone' and flat_document_sequence is null and not flat_is_load and flat_is_row",
            'detail': "'The document names no place in the log of its source. Add source.ts_ms,source.ord to add.fields of the transform, or set order=offset among the options of this feed.'",
        },
    }) -}}
{%- endmacro -%}
