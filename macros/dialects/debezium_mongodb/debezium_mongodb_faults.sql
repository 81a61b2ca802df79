{#- What quarantines a message of Debezium's MongoDB connector. -#}
{%- macro debezium_mongodb_faults() -%}
{%- set names = 'concat(map_keys(dbm_set), dbm_unset)' -%}
{%- set is_bad_path = "contains(name, '.') and exists(split(name, '[.]'), part -> part = '')" -%}
{%- set faults -%}
-- wrong_dialect
dbm_body.op is not null and not coalesce(dbm_body.source['connector'] = 'mongodb', false)
-- wrong_dialect, in words
concat('The message is of the connector ', coalesce(dbm_body.source['connector'], 'null'), ', not of MongoDB\'s. Check the dialect of this feed in seeds/changefeed_feeds.csv.')
-- unknown_operation
dbm_operation is null
-- unknown_operation, in words
concat('Debezium documents no op ', coalesce(dbm_body.op, 'null'), ' of MongoDB.')
-- wrong_type
dbm_is_row and (dbm_has_non_string or exists(dbm_cut, each -> each.field is null or not coalesce(each.size >= 0, false)))
-- wrong_type, in words
'after, before and updatedFields are texts, of Extended JSON, and so are removedFields, db and collection; truncatedArrays has a field, a text, and a size each; here one is another kind of JSON value.'
-- document_missing
dbm_operation in ('insert', 'snapshot') and dbm_body.after is null or dbm_operation = 'delete' and dbm_body.before is null and dbm_key_id is null
-- document_missing, in words
if(dbm_operation = 'delete', 'The delete has no id in its Kafka key.', concat('The message of op ', dbm_body.op, ' has no document in after.'))
-- unknown_update
dbm_operation = 'update' and dbm_body.after is null and (dbm_body.updateDescription is null or dbm_body.updateDescription.updatedFields is null and size(dbm_unset) = 0 and size(dbm_cut) = 0)
-- unknown_update, in words
'The update has neither the document after it nor what it sets or takes away. (What the connector wrote before version 2, patch, is not read.)'
-- path_not_followed
not dbm_is_whole and exists(concat({{ names }}, dbm_cut.field), name -> {{ is_bad_path }})
-- path_not_followed, in words
concat('The update changes ', array_join(concat({{ names }}, dbm_cut.field), ', '), ', and has no document: paths with an empty name are not followed. The document is out of date until it is sent whole: set capture.mode=change_streams_update_full, or load the collection again.')
-- document_unreadable
dbm_is_row and (exists(array(0, 1, 2, 3), i -> dbm_jsons[i] is not null and (dbm_documents[i] is null or {{ changefeed.has_lone_surrogate('dbm_jsons[i]') }} or contains(array_join(map_keys(dbm_documents[i]), ''), '\u0000'))) or exists(dbm_unset, name -> name is null or contains(name, '\u0000')) or dbm_documents[3] is not null and size(dbm_documents[3]) <> 1)
-- document_unreadable, in words
concat('A document, what an update sets, or the id of the Kafka key is not one value of Extended JSON. The document begins: ', left(coalesce(dbm_body.after, dbm_body.updateDescription.updatedFields, dbm_key_id), 80))
-- duplicate_name
dbm_is_row and (exists(dbm_documents, members -> coalesce({{ changefeed.repeats_a_name('members') }}, false)) or size(array_distinct({{ names }})) <> size({{ names }}))
-- duplicate_name, in words
'A document, or what an update sets and takes away, names a member twice.'
-- sequence_missing
dbm_is_row and not dbm_is_load and exists(dbm_log_position, number -> not coalesce(number rlike r'^[0-9]{1,18}\z', false))
-- sequence_missing, in words
concat('source has whole numbers in ts_ms and ord, by which changes are ordered; here they are ', coalesce(dbm_body.source['ts_ms'], 'missing'), ' and ', coalesce(dbm_body.source['ord'], 'missing'), '.')
{%- endset -%}
    {{- return(changefeed.parts(faults)) -}}
{%- endmacro -%}
