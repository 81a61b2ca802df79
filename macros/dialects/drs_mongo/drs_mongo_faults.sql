{#- What quarantines a message of DRS from MongoDB. -#}
{%- macro drs_mongo_faults() -%}
{%- set names = 'concat(map_keys(dds_set), dds_unset)' -%}
{%- set is_bad_path = "contains(name, '.') and exists(split(name, '[.]'), part -> part = '')" -%}
{#-
value and where nearly always look like an object, so they are no texts of the envelope, which would be read again each
time.
-#}
{%- set faults -%}
-- wrong_type
(dds.value is not null and not {{ changefeed.was_sent_as_text('value') }} or dds.`where` is not null and not {{ changefeed.was_sent_as_text('where') }})
-- wrong_type, in words
'value and where are texts, of the MongoDB shell; here one is another kind of JSON value.'
-- unknown_operation
dds_operation is null
-- unknown_operation, in words
concat('DRS documents no op ', dds.op, ' with recordType ', coalesce(dds.recordType, 'missing'), '. A DELETE of another recordType than doc deletes no document.')
-- sequence_missing
dds.op <> 'INIT' and not {{ changefeed.drs_mongo_has_sequence() }}
-- sequence_missing, in words
concat('A message has seconds:counter in clusterTime and a whole number in id, by which changes are ordered; here they are ', coalesce(dds.clusterTime, 'missing'), ' and ', coalesce(dds.id, 'missing'), '.')
-- document_missing
dds_is_row and dds.value is null
-- document_missing, in words
concat('The ', dds.op, ' has no document in value.')
-- document_unreadable
dds_is_row and (contains(concat_ws(' ', dds.value, dds.`where`), '﷑') or exists(array(0, 1), i -> dds_jsons[i] is not null and {{ changefeed._drs_mongo_is_unreadable('dds_jsons[i]', 'dds_documents[i]') }}))
-- document_unreadable, in words
concat('value or where is not one document of the MongoDB shell whose types are known', coalesce(concat(' (', nullif(regexp_extract(concat_ws(' ', dds_jsons), r'﷑([A-Za-z0-9_]*)', 1), ''), ' is not)'), ''), '. It begins: ', left(dds.value, 80))
-- duplicate_name
dds_is_row and (exists(dds_documents, members -> coalesce({{ changefeed.repeats_a_name('members') }}, false)) or size(array_distinct({{ names }})) <> size({{ names }}))
-- duplicate_name, in words
'The document, or what is set and unset, names a member twice.'
-- unknown_update
dds_is_update and exists(map_entries(dds_documents[0]), member -> member.key not in ('$set', '$unset', '$v') or member.key = '$v' and member.value <> '1' or member.key <> '$v' and not startswith(member.value, '{')) or dds_is_row and not dds_is_update and exists(map_keys(dds_documents[0]), name -> startswith(name, '$'))
-- unknown_update, in words
concat('An update has $set and $unset, each with an object; other records have a document. Here the members are: ', array_join(map_keys(dds_documents[0]), ', '), '.')
-- path_not_followed
dds_is_update and exists({{ names }}, name -> {{ is_bad_path }})
-- path_not_followed, in words
concat('An update of ', array_join(filter({{ names }}, name -> {{ is_bad_path }}), ', '), ': paths with an empty name are not followed. The document is out of date until it is replaced or loaded again.')
{%- endset -%}
    {{- return(changefeed.parts(faults)) -}}
{%- endmacro -%}


{#- Whether a text of the shell did not become one JSON object, or has names with U+0000, which MongoDB has not. -#}
{%- macro _drs_mongo_is_unreadable(json, members) -%}
({{ members }} is null or contains({{ json }}, '\uFDD1') or contains(array_join(map_keys({{ members }}), ''), '\u0000')
or {{ changefeed.has_lone_surrogate(json) }})
{%- endmacro -%}
