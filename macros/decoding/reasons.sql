{#-
Every reason for which a message is quarantined: code → `condition` (when a message gets the reason), `means` (why the
message cannot be decoded), `todo` (what the user can do), `message` (where it is bytes: the smallest message that gives
the reason, in words) and `where` (what else a feed needs so that the smallest message gives it). docs/generate.py
writes docs/reference/reasons.md from it. A test compares the codes with those that the decoders give. The reasons of a
dialect that another project adds are not here.
-#}
{%- macro reasons() -%}
    {%- set found = {} -%}
    {%- for part in [
        changefeed._reasons_of_bytes(), changefeed._reasons_of_any_dialect(), changefeed._reasons_of_sources(),
        changefeed._reasons_of_images(), changefeed._reasons_of_rows(),
    ] -%}
        {%- do found.update(part) -%}
    {%- endfor -%}
    {{- return(found) -}}
{%- endmacro -%}


{#- Reasons that are judged first: about the bytes of the value. -#}
{%- macro _reasons_of_bytes() -%}
    {{- return({
        'empty_value': {
            'condition': 'The value has no bytes.',
            'means': 'A tombstone has no value at all. A value without bytes is neither a tombstone nor a message.',
            'todo': 'Find the program that writes empty records to the topic.',
            'message': 'A record whose value has zero bytes.',
        },
        'left_out_at_landing': {
            'condition': 'The feed has a mask with the place landing, and the value is not one whole JSON document.',
            'means': 'Nobody can say where such a value has what is to be masked. So the message landed without its value, and nothing of it is stored.',
            'todo': 'Correct the task or the dialect of the feed. What is in Kafka or in a file is not read again: let the source send the rows once more.',
            'message': 'The text `changefeed: left out at landing, because it is not UTF-8. It had 4 bytes.`, which the loader wrote.',
        },
        'not_utf8': {
            'condition': 'The value, or a name or text in it, holds bytes that are not UTF-8.',
            'means': 'The characters cannot be known. Reading them would put other characters into the row.',
            'todo': 'Check that the topic is the feed\'s. If it is, the producer damages texts: look for its setting of character sets.',
            'message': '`{"data":[{"id":"1","name":"…"}],"database":"d","isDdl":false,"pkNames":["id"],"table":"t","type":"INSERT"}`, where the two bytes D6 D0 (GBK) stand for the name.',
        },
        'lone_surrogate': {
            'condition': 'A text escapes half of a surrogate pair (`\\ud83d` alone).',
            'means': 'Half of a pair is no character. Spark would read a question mark, silently.',
            'todo': 'Correct the value at the source. Usually a program there cut a text in the middle of an emoji.',
        },
        'invalid_json': {
            'condition': 'The value is not one whole JSON object.',
            'means': 'The value is cut off, is followed by other text, is nested deeper than 1,000 levels, or has a name of more than 50,000 characters. Or it begins with the five bytes of a schema registry, or lacks the frames of its dialect. The detail says with which bytes it begins.',
            'todo': 'Check that the topic is the feed\'s. If a schema registry frames the values, declare that: put `framing=confluent` into the options of the feed, or use one of the dialects whose names end in _avro. A value that was cut off stays: [what that means](../how-to/operate.md#a-message-that-can-never-be-decoded).',
        },
        'wrong_framing': {
            'condition': 'A value does not begin as the option `framing` of its feed says.',
            'means': 'The option says which bytes precede a record or JSON: none, those of a schema registry, or those of a single object. This value begins with other bytes.',
            'todo': 'Correct the option `framing` of the feed in seeds/changefeed_feeds.csv. The detail shows the first bytes.',
            'message': 'A record of DTS without the five bytes of a schema registry, in a feed with framing=confluent.',
        },
        'invalid_avro': {
            'condition': 'The value is not one whole Avro record of the schema.',
            'means': 'The value is cut off, is followed by more bytes, or was written with another schema. Avro bytes do not say with which schema they were written, so a part of them could be read as wrong values.',
            'todo': 'Check the options of the feed, and the schema with which the task writes.',
            'message': 'A record of DTS without its last byte.',
        },
        'schema_unknown': {
            'condition': 'A value or Kafka key names the number of a schema that neither a schema registry nor the folder schemas/ has.',
            'means': 'A record cannot be read without its schema. The detail has the number and the topic. If a schema was found that decodes nothing, the detail says why.',
            'todo': 'Set CHANGEFEED_REGISTRY_URL, or put the schema into schemas/ as <number>.avsc. Runs ask for the schema, and the first that gets it decodes these messages by itself.',
            'message': 'The byte 0, four bytes with the number of a schema that nobody has given, and a record.',
        },
        'schema_missing': {
            'condition': 'The feed names a schema that the folder schemas/ does not have.',
            'means': 'A record of drs_avro can only be read with the schema with which its task writes.',
            'todo': 'Put the schema file into schemas/ and run `changefeed feeds check`.',
            'message': 'Any record, in a feed whose options say schema=absent, where schemas/absent.avsc is not there.',
        },
        'wrong_schema': {
            'condition': 'The record carries the fingerprint of another schema than that of its feed.',
            'means': 'The task writes with another schema than the schema in schemas/.',
            'todo': 'Get the schema file with which the task writes.',
            'message': 'The bytes C3 01, eight bytes with the fingerprint of another schema, and a record.',
        },
    }) -}}
{%- endmacro -%}


{#- Reasons of any dialect: about the format of the message, and about its members, operation and sequence. -#}
{%- macro _reasons_of_any_dialect() -%}
    {{- return({
        'wrong_dialect': {
            'condition': 'The message lacks a member that its feed\'s dialect always sends, or has one that only other dialects send.',
            'means': 'The message was written in another format than the feed declares. If it were read in the declared format, its rows could be wrong.',
            'todo': 'Correct `dialect` or `topics` of the feed in seeds/changefeed_feeds.csv. `changefeed feeds propose` says which dialect fits.',
        },
        'duplicate_name': {
            'condition': 'An object of the message (the message itself, a row, the list of types) has one name twice.',
            'means': 'Nobody knows which of the two values counts.',
            'todo': 'Find what altered the message. No service writes a name twice, except for tables with columns whose names differ only in case.',
        },
        'wrong_type': {
            'condition': 'A member holds another kind of JSON value than the dialect sends.',
            'means': 'Spark would read such a member as nothing, or a number as if it were a text. The detail lists what the dialect sends.',
            'todo': 'Check `dialect` and the options of the feed. If they are right, something altered the message.',
        },
        'unknown_operation': {
            'condition': 'The dialect does not document the operation of the message.',
            'means': 'Nobody knows what the message does to the row. Such a message is never ignored.',
            'todo': 'Check `dialect`. If the service has a new operation, report it: the dialect has to learn it.',
        },
        'sequence_missing': {
            'condition': 'The change lacks the number by which the changes of its dialect are ordered.',
            'means': 'Without this number the change has no place among the others, and could overwrite a later change.',
            'todo': 'Let the task write the number (the dialect\'s page says how). The option `order` of a feed can say that it has no such number.',
        },
    }) -}}
{%- endmacro -%}


{#- Reasons that are judged last: about the table, and about the key of its rows. -#}
{%- macro _reasons_of_rows() -%}
    {{- return({
        'table_missing': {
            'condition': 'A row change names no table.',
            'means': 'The row cannot be put anywhere.',
            'todo': 'Check `dialect`. If it is right, something altered the message.',
        },
        'no_key_declared': {
            'condition': 'The message names no key columns, and seeds/changefeed_table_keys.csv has no line for the table.',
            'means': 'Either the table has no key, or only the message does not name it. The two need different treatment, and nobody knows which it is.',
            'todo': 'Add a line for the table to seeds/changefeed_table_keys.csv: with its key columns, or with empty key_columns if it has no key. `changefeed run` prints the line.',
        },
        'key_names_unusable': {
            'condition': 'The names of the key columns hold a null, or one name twice.',
            'means': 'Such names do not identify a key.',
            'todo': 'Declare the key in seeds/changefeed_table_keys.csv.',
        },
        'key_absent': {
            'condition': 'A row lacks one of its key columns.',
            'means': 'Nobody knows which row changed.',
            'todo': 'Check key_columns of the table in seeds/changefeed_table_keys.csv. If they are right, let the source log whole rows (MySQL: binlog_row_image=FULL; PostgreSQL: REPLICA IDENTITY FULL). A delete under REPLICA IDENTITY USING INDEX has the columns of that index: declare them as the key, or set another replica identity.',
        },
        'key_masked': {
            'condition': 'A line of seeds/changefeed_table_masks.csv has another action than hash for a key column.',
            'means': 'Such a mask can make two keys one, and two rows would be one.',
            'todo': 'Write the action hash for the column, or another pattern. `changefeed run --retry-quarantine` decodes the messages again.',
            'where': 'whose key column is masked with keep_last:4',
        },
        'before_missing': {
            'condition': 'A table is declared without a key, and an update or delete has no whole row before it.',
            'means': 'A row without a key is known by all its values. Without these values nobody knows which row is meant.',
            'todo': 'Let the source send whole rows before a change, or declare a key in seeds/changefeed_table_keys.csv.',
            'where': 'whose table is declared without a key',
        },
        'unpaired_update': {
            'condition': 'The message is one side of an update that comes in two messages, and the other side has not come.',
            'means': 'One side alone would remove the row, or leave the old row. Each run that reads new messages looks for the other side.',
            'todo': 'While the message is young, nothing. If it stays open, the other message was lost: look at the topics of the feed, and load the table again.',
        },
    }) -}}
{%- endmacro -%}


{#- Reasons about sources that a dialect does not know, about documents, and about names that are not clear. -#}
{%- macro _reasons_of_sources() -%}
    {{- return({
        'source_kind_differs': {
            'condition': 'The message comes from another kind of database than the feed declares.',
            'means': 'The two kinds of database write rows and types in different ways.',
            'todo': 'Correct `source_kind` of the feed in seeds/changefeed_feeds.csv. If two tasks write to one topic, give each its own topic and feed.',
        },
        'unknown_source': {
            'condition': 'The message comes from a kind of database that OMS does not document.',
            'means': 'Nobody knows whether the name of the database begins with a tenant.',
            'todo': 'Report the dbType and its meaning.',
        },
        'source_not_covered': {
            'condition': 'The message comes from a connector that this dialect does not decode (that of MongoDB), or its columns are objects of value and set (that of YugabyteDB).',
            'means': 'Its rows are documents and patches, or follow an extension of the format.',
            'todo': 'Declare the topics of MongoDB in a feed of debezium_mongodb. Let the task of YugabyteDB write plain values, by its transform PGCompatible, or YBExtractNewRecordState for debezium_flat.',
        },
        'document_missing': {
            'condition': 'An insert or update from MongoDB has no document, or a delete no key.',
            'means': 'There is nothing to read.',
            'todo': 'Check whether something altered the message.',
        },
        'document_unreadable': {
            'condition': 'A document from MongoDB is not one document in the form of the MongoDB shell (from Debezium: of Extended JSON), or has a value of an unknown type.',
            'means': 'A value of an unknown type would be lost or changed. The detail names the type, if it can.',
            'todo': 'Report the type.',
        },
        'unknown_update': {
            'condition': 'An update from MongoDB has other members than `$set` and `$unset` with an object each. Or, from Debezium, it has neither a document nor the members that it sets or removes. Or it is flattened and partial, and does not say what it removes.',
            'means': 'Nobody knows what the update does to the document.',
            'todo': 'Report the members of the message.',
        },
        'path_not_followed': {
            'condition': 'An update from MongoDB changes a path with an empty name. Or it is flattened, and changes a path of more than one name.',
            'means': 'Such paths are not followed. The document is out of date until it is sent whole.',
            'todo': 'Let the source replace the document as a whole, or load the collection again.',
        },
        'table_unclear': {
            'condition': 'The name of the table has more than three parts.',
            'means': 'Nobody knows which part is the database, which the schema and which the table.',
            'todo': 'Let GoldenGate write database.schema.table, schema.table or the table alone.',
        },
        'name_unreadable': {
            'condition': 'The name of the object has other parts than database, schema and table.',
            'means': 'Nobody knows which part is which.',
            'todo': 'Look for a dot in the name of a database, schema or table.',
            'message': 'A record of DTS whose objectName is `a.b.c.d`.',
        },
    }) -}}
{%- endmacro -%}


{#- Reasons about the images of a change, and about its statement. -#}
{%- macro _reasons_of_images() -%}
    {{- return({
        'statement_without_rows': {
            'condition': 'A row change came as SQL text, without its rows.',
            'means': 'The source logs statements. The text of a statement does not say which rows it changed.',
            'todo': 'Set binlog_format=ROW at the source, and load the tables again that such statements changed.',
        },
        'data_not_rows': {
            'condition': 'A message that carries rows has no list of objects in `data`.',
            'means': 'There are no rows to read.',
            'todo': 'Check `dialect`. If it is right, something altered the message.',
        },
        'old_not_rows': {
            'condition': '`old` of an update does not have one object for each row of `data`. (If Canal leaves out rows of which no column changed that is sent, this is so only without a key, or if the key changes.)',
            'means': 'Nobody knows which earlier values belong to which row.',
            'todo': 'Check `dialect`. If it is right, something altered the message.',
        },
        'deleted_rows_elsewhere': {
            'condition': 'A delete has its row in the member in which the other variant of the format writes it.',
            'means': 'The two variants use `data` and `old` for opposite things. In the wrong variant, the rows before and after an update would be exchanged.',
            'todo': 'Look up which variant the task writes. Correct the option `variant`, or the dialect, of the feed.',
        },
        'two_images': {
            'condition': 'An insert has a row before it, or a delete has a row after it.',
            'means': 'The message contradicts its own operation.',
            'todo': 'Check `dialect` and the options of the feed. If they are right, something altered the message.',
        },
        'value_elsewhere': {
            'condition': 'The message was too large for the topic, and TiCDC put its row elsewhere.',
            'means': 'The row is not in Kafka.',
            'todo': 'Raise max-message-bytes of the TiCDC task, or land the row with a baseline.',
        },
        'row_incomplete': {
            'condition': 'The message was too large for the topic, and TiCDC sent only the key of its row.',
            'means': 'The values of the row are not in Kafka.',
            'todo': 'Raise max-message-bytes of the TiCDC task, or land the row with a baseline.',
        },
        'row_missing': {
            'condition': 'The member with the row after the change (or, for a delete, before it) is absent, empty or no object.',
            'means': 'There is no row to read.',
            'todo': 'Check `dialect` and the format of the task; the detail says which member is meant.',
        },
        'row_too_many': {
            'condition': 'A message with one row has two.',
            'means': 'The message contradicts its own operation.',
            'todo': 'Check `dialect`. If it is right, something altered the message.',
        },
        'columns_unusable': {
            'condition': 'The list of columns has one name twice, or a column without a name.',
            'means': 'Nobody knows which value belongs to which column.',
            'todo': 'Find what altered the message.',
        },
        'unknown_image': {
            'condition': 'The operation does not have these marks of the images before and after.',
            'means': 'Nobody knows whether the row is the row before or after the change.',
            'todo': 'Check `dialect`. If it is right, something altered the message.',
        },
        'before_member_unknown': {
            'condition': 'An update of AWS DMS has a member that may be the image before the change, under another name.',
            'means': 'A member of that name is not read, and a change of key would be lost.',
            'todo': 'Call the member before-image in the task (BeforeImageSettings.FieldName).',
        },
        'before_columns_undeclared': {
            'condition': 'An update of AWS DMS has a column BI_x beside a column x.',
            'means': 'BI_x may be the value before the change, or a column of the source.',
            'todo': 'If it is the value before the change, put `before_columns=prefixed` into the options of the feed; if it is a column, `before_columns=none`.',
        },
        'statement_missing': {
            'condition': 'A message about a statement has no statement.',
            'means': 'Nobody knows what the statement does to the table.',
            'todo': 'Check whether the table was changed at that time. If it was, load it again.',
        },
        'images_missing': {
            'condition': 'A record lacks its columns or one of its images.',
            'means': 'The message contradicts its own operation.',
            'todo': 'Check that the schema of the feed is the schema of the task.',
            'message': 'An update of DTS with afterImages, but no beforeImages.',
        },
        'columns_mismatch': {
            'condition': 'The number of columns that a record says it has does not fit the values in its images.',
            'means': 'Nobody knows which value belongs to which column, or which columns are not in the message.',
            'todo': 'Avro of DTS or DRS: check that the schema of the feed is the schema of the task. Qlik Replicate: let the source log whole rows.',
        },
        'unknown_charset': {
            'condition': 'A text is in an unknown character set.',
            'means': 'The characters of the text cannot be known.',
            'todo': 'Report the name of the character set; the detail has it.',
            'message': 'A record of DTS with a text of the character set `swe7`.',
        },
        'unreadable_value': {
            'condition': 'A value cannot be read as what its type says.',
            'means': 'If the value were read as something else, it could change. The detail names the column.',
            'todo': 'Report the column\'s type and the value.',
            'message': 'A record of DTS with a time whose fraction is 250000, from SQL Server 2019: nothing says in which unit it is.',
        },
        'keys_unreadable': {
            'condition': 'The key that the message has cannot be read: the tag pk_uk_info of DTS is not an object of lists of columns, or the list of CockroachDB does not have the values of the declared columns.',
            'means': 'Nobody knows which row is meant.',
            'todo': 'Follow the detail. If the declared key is right, find what altered the message.',
        },
        'delete_mark_missing': {
            'condition': 'A flattened row has neither `__deleted` nor `__op`, and its feed says that deletes are marked.',
            'means': 'Deletes of this topic would be lost.',
            'todo': 'Set delete.tombstone.handling.mode=rewrite in the connector, or put `deletes=tombstone` into the options of the feed.',
        },
    }) -}}
{%- endmacro -%}
