{#- What quarantines a flattened document; `flat` are the faults of debezium_flat. -#}
{%- macro debezium_mongodb_flat_faults(flat) -%}
{%- set faults -%}
-- wrong_dialect
flat_envelope['connector'] is not null and flat_sent['op'] in ('c', 'r', 'u', 'd')
-- wrong_dialect, in words
'The message has its envelope: it was not flattened. Declare the feed as debezium_mongodb in seeds/changefeed_feeds.csv.'
-- duplicate_name: taken
-- wrong_type
flat_has_non_string or size(flat_columns) > 0 and flat_types is null
-- wrong_type, in words
if(flat_has_non_string, 'Debezium adds collection and db to documents as strings; here one is another kind of JSON value.', 'The schema names a column twice, not at all or by something that is not a string.')
-- unknown_operation, delete_mark_missing, before_missing, no_key_declared: taken
-- document_missing
flat_operation = 'delete' and flat_document_before is null
-- document_missing, in words
'The delete has no id in its Kafka key, and no document.'
-- unknown_update
flat_is_changed_only and not map_contains_key(flat_marked, 'updateDescription_removedFields')
-- unknown_update, in words
'The feed says updates=partial, and the message does not say which fields the update took away: add updateDescription.removedFields to add.fields of the transform, or set capture.mode=change_streams_update_full in the connector and updates=whole among the options of this feed.'
-- path_not_followed
flat_is_changed_only and exists(concat(map_keys(flat_row), flat_removed), name -> contains(name, '.'))
-- path_not_followed, in words
concat('The update changes ', array_join(concat(map_keys(flat_row), flat_removed), ', '), ': what lies within a member is not followed here. The document is out of date until it is sent whole: set capture.mode=change_streams_update_full, or load the collection again.')
-- sequence_missing
not options['order'] <=> 'offset' and not options['deletes'] <=> 'tombstone' and flat_document_sequence is null and not flat_is_load and flat_is_row
-- sequence_missing, in words
'The document names no place in the log of its source. Add source.ts_ms,source.ord to add.fields of the transform, or set order=offset among the options of this feed.'
{%- endset -%}
    {{- return(changefeed.parts(faults, flat)) -}}
{%- endmacro -%}
