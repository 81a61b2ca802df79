{#-
Every reason for which a message is quarantined: code → `condition` (when a message gets the reason), `means` (why the
message cannot be decoded) and `todo` (what the user can do). docs/generate.py writes docs/reference/reasons.md from it.
A test compares the codes with those that the decoders give. The reasons of a dialect that another project adds are not
here.
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
            'means': 'A tombstone has no value at all; a value without bytes is neither a tombstone nor a message.',
            'todo': 'Find the program that writes empty records to the topic.',
        },
        'not_utf8': {
            'condition': 'The value, or a name or text in it, holds bytes that are not UTF-8.',
            'means': 'The characters cannot be known. Reading them would put other characters into the row.',
            'todo': 'Check that the topic is the feed\'s. If it is, the producer damages texts: look for its setting of character sets.',
        },
        'lone_surrogate': {
            'condition': 'A text escapes half of a surrogate pair (`\\ud83d` alone).',
            'means': 'Half of a pair is no character. Spark would read a question mark, silently.',
            'todo': 'Correct the value at the source. Usually a program there cut a text in the middle of an emoji.',
        },
        'invalid_json': {
            'condition': 'The value is not one whole JSON object.',
            'means': 'It is cut off, followed by other text, nested deeper than 1,000 levels, is no frames where the dialect has such, has a name of more than 50,000 characters, or begins with the five bytes of a schema registry. The detail says which bytes it begins with.',
            'todo': 'Check that the topic is the feed\'s. Where a schema registry frames the values, say so: `framing=confluent` among the options of the feed, or one of the dialects whose names end in _avro.',
        },
        'wrong_framing': {
            'condition': 'A value does not begin as the framing of its feed says.',
            'means': 'The bytes before a record, or before JSON (none, those of a schema registry, those of a single object) are read as the feed\'s option framing says. Here they are others.',
            'todo': 'Correct the option `framing` of the feed in seeds/changefeed_feeds.csv. The detail shows the first bytes.',
        },
        'invalid_avro': {
            'condition': 'The value is not one whole Avro record of the schema.',
            'means': 'It is cut off, followed by more bytes, or written with another schema. Avro bytes do not say which schema they were written with, so a part of them could be read as wrong values.',
            'todo': 'Check the options of the feed, and which schema the task writes with.',
        },
        'schema_unknown': {
            'condition': 'A value or Kafka key names a schema by a number that neither a schema registry nor the folder schemas/ has given.',
            'means': 'Without its schema a record cannot be read. The detail has the number and the topic, or why the schema that was given decodes nothing.',
            'todo': 'Set CHANGEFEED_REGISTRY_URL, or put the schema into schemas/ as <number>.avsc. The next run asks, and decodes these messages by itself when the schema is there.',
        },
        'schema_missing': {
            'condition': 'The feed names a schema that the folder schemas/ does not have.',
            'means': 'A record of drs_avro can only be read with the schema that its task writes with.',
            'todo': 'Put the schema file into schemas/ and run `changefeed feeds check`.',
        },
        'wrong_schema': {
            'condition': 'The record carries the fingerprint of another schema than that of its feed.',
            'means': 'The task writes with another schema than the file in schemas/ has.',
            'todo': 'Get the schema file that the task writes with.',
        },
    }) -}}
{%- endmacro -%}


{#- Reasons of any dialect: about the format of the message, and about its members, operation and sequence. -#}
{%- macro _reasons_of_any_dialect() -%}
    {{- return({
        'wrong_dialect': {
            'condition': 'The message lacks a member that its feed\'s dialect always sends, or has one that only other dialects send.',
            'means': 'It was written in another format than the feed declares. To read it as the declared one could give wrong rows.',
            'todo': 'Correct `dialect` or `topics` of the feed in seeds/changefeed_feeds.csv. `changefeed feeds propose` says which dialect fits.',
        },
        'duplicate_name': {
            'condition': 'An object of the message (the message itself, a row, the list of types) has one name twice.',
            'means': 'Which of the two values counts cannot be known.',
            'todo': 'Find what altered the message. None of the services writes a name twice, but for tables whose columns differ in case only.',
        },
        'wrong_type': {
            'condition': 'A member holds another kind of JSON value than the dialect sends.',
            'means': 'Spark would read such a member as nothing, or a number as if it were a text. The detail lists what the dialect sends.',
            'todo': 'Check `dialect` and the options of the feed. If they are right, something altered the message.',
        },
        'unknown_operation': {
            'condition': 'The dialect documents no such operation.',
            'means': 'Nobody knows what the message does to the row. It is never taken for a message that does nothing.',
            'todo': 'Check `dialect`. If the service has a new operation, report it: the dialect has to learn it.',
        },
        'sequence_missing': {
            'condition': 'The change lacks the number by which the changes of its dialect are ordered.',
            'means': 'Without it the change has no place among the others, and could overwrite a later one.',
            'todo': 'Let the task write the number (the dialect\'s page says how). Where a feed may do without, its option `order` says so.',
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
            'means': 'Whether the table has no key, or the message only does not name it, cannot be known. The two need different treatment.',
            'todo': 'Add a line for the table to seeds/changefeed_table_keys.csv: with its key columns, or with empty key_columns if it has no key. `changefeed run` prints the line.',
        },
        'key_names_unusable': {
            'condition': 'The names of the key columns hold a null, or one name twice.',
            'means': 'Such names tell no key.',
            'todo': 'Declare the key in seeds/changefeed_table_keys.csv.',
        },
        'key_absent': {
            'condition': 'A row lacks one of its key columns.',
            'means': 'Which row changed cannot be known.',
            'todo': 'Check key_columns of the table in seeds/changefeed_table_keys.csv. If they are right, let the source log whole rows (MySQL: binlog_row_image=FULL; PostgreSQL: REPLICA IDENTITY FULL).',
        },
        'before_missing': {
            'condition': 'A table is declared without a key, and an update or delete has no whole row before it.',
            'means': 'Without a key a row is known by all its values. Without them nobody knows which row is meant.',
            'todo': 'Let the source send whole rows before a change, or declare a key in seeds/changefeed_table_keys.csv.',
        },
        'unpaired_update': {
            'condition': 'The message is one side of an update that comes in two messages, and the other side has not come.',
            'means': 'One side alone would remove the row, or leave the old one. Each run that reads new messages looks for the other side.',
            'todo': 'Nothing, while it is young. If it stays open, the other message was lost: look at the topics of the feed, and load the table again.',
        },
    }) -}}
{%- endmacro -%}


{#- Reasons about sources that a dialect does not know, about documents, and about names that are not clear. -#}
{%- macro _reasons_of_sources() -%}
    {{- return({
        'source_kind_differs': {
            'condition': 'The message comes from another kind of database than the feed declares.',
            'means': 'Rows and types of the two are written in different ways.',
            'todo': 'Correct `source_kind` of the feed in seeds/changefeed_feeds.csv. Where two tasks write to one topic, give each its own topic and feed.',
        },
        'unknown_source': {
            'condition': 'The message comes from a kind of database that OMS does not document.',
            'means': 'Whether the name of the database begins with a tenant cannot be known.',
            'todo': 'Report the dbType and what it stands for.',
        },
        'source_not_covered': {
            'condition': 'The message comes from a connector that this dialect does not decode (MongoDB\'s, TiCDC\'s).',
            'means': 'Its rows are documents and patches, or follow an extension of the format.',
            'todo': 'Declare MongoDB\'s topics in a feed of debezium_mongodb. Leave TiCDC\'s out of the feed.',
        },
        'document_missing': {
            'condition': 'An insert or update from MongoDB has no document, or a delete no key.',
            'means': 'There is nothing to read.',
            'todo': 'Check that something did not alter the message.',
        },
        'document_unreadable': {
            'condition': 'A document from MongoDB is not one document of the MongoDB shell, or from Debezium of Extended JSON, or has a value of a type that is not known.',
            'means': 'A value that is not known would be lost or changed. The detail names the type where it can.',
            'todo': 'Report the type.',
        },
        'unknown_update': {
            'condition': 'An update from MongoDB has other members than `$set` and `$unset` with an object each, or, from Debezium, neither a document nor what it sets or takes away; flattened and partial, it does not say what it takes away.',
            'means': 'What it does to the document is not known.',
            'todo': 'Report the message\'s members.',
        },
        'path_not_followed': {
            'condition': 'An update from MongoDB changes a path of more than four names, or one with an empty name, or shortens an array; flattened, one of more than one name.',
            'means': 'Such paths are not followed. The document is out of date until it is sent whole.',
            'todo': 'Let the source replace the document as a whole, or load the collection again.',
        },
        'table_unclear': {
            'condition': 'The name of the table has more than three parts.',
            'means': 'Which part is the database, the schema and the table cannot be known.',
            'todo': 'Let GoldenGate write database.schema.table, schema.table or the table alone.',
        },
        'name_unreadable': {
            'condition': 'The name of the object has other parts than database, schema and table.',
            'means': 'Which part is which cannot be known.',
            'todo': 'Look for a dot in the name of a database, schema or table.',
        },
    }) -}}
{%- endmacro -%}


{#- Reasons about the images of a change, and about its statement. -#}
{%- macro _reasons_of_images() -%}
    {{- return({
        'statement_without_rows': {
            'condition': 'A row change came as SQL text, without its rows.',
            'means': 'The source logs statements. Which rows a statement changed cannot be known from its text.',
            'todo': 'Set binlog_format=ROW at the source, and load the tables again that the statements changed.',
        },
        'data_not_rows': {
            'condition': 'A message that carries rows has no list of objects in `data`.',
            'means': 'There are no rows to read.',
            'todo': 'Check `dialect`. If it is right, something altered the message.',
        },
        'old_not_rows': {
            'condition': '`old` of an update does not have one object for each row of `data`.',
            'means': 'Which earlier values belong to which row cannot be known.',
            'todo': 'Check `dialect`. If it is right, something altered the message.',
        },
        'deleted_rows_elsewhere': {
            'condition': 'A delete has its row in the member in which the other variant of the format writes it.',
            'means': 'The two variants mean opposite things by `data` and `old`. In the wrong one, rows before and after an update would be exchanged.',
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
            'condition': 'The message was too large for the topic, and TiCDC sent the key of its row only.',
            'means': 'The values of the row are not in Kafka.',
            'todo': 'Raise max-message-bytes of the TiCDC task, or land the row with a baseline.',
        },
        'row_missing': {
            'condition': 'The member that holds the row after (or, of a delete, before) is absent, empty or no object.',
            'means': 'There is no row to read.',
            'todo': 'Check `dialect` and the format of the task; the detail says which member is meant.',
        },
        'row_too_many': {
            'condition': 'A message with one row has two.',
            'means': 'The message contradicts its own operation.',
            'todo': 'Check `dialect`. If it is right, something altered the message.',
        },
        'columns_unusable': {
            'condition': 'The list of columns names one twice, or has one without a name.',
            'means': 'Which value belongs to which column cannot be known.',
            'todo': 'Find what altered the message.',
        },
        'unknown_image': {
            'condition': 'The marks of the images before and after are none that the operation has.',
            'means': 'Whether the row is the one before or the one after the change cannot be known.',
            'todo': 'Check `dialect`. If it is right, something altered the message.',
        },
        'before_member_unknown': {
            'condition': 'An update of AWS DMS has a member that may be the image before it, by another name.',
            'means': 'By that name it is not read, and a change of key would be lost.',
            'todo': 'Call the member before-image in the task (BeforeImageSettings.FieldName).',
        },
        'before_columns_undeclared': {
            'condition': 'An update of AWS DMS has a column BI_x beside a column x.',
            'means': 'It may be the value before the change, or a column of the source.',
            'todo': 'Say `before_columns=prefixed` among the options of the feed if it is the value before, `before_columns=none` if it is a column.',
        },
        'statement_missing': {
            'condition': 'A message about a statement has no statement.',
            'means': 'What it does to the table cannot be known.',
            'todo': 'Check whether the table was changed at that time. If so, load it again.',
        },
        'images_missing': {
            'condition': 'A record lacks its columns or one of its images.',
            'means': 'The message contradicts its own operation.',
            'todo': 'Check that the feed\'s schema is that of the task.',
        },
        'columns_mismatch': {
            'condition': 'A record names another number of columns than its images have values.',
            'means': 'Which value belongs to which column cannot be known.',
            'todo': 'Check that the feed\'s schema is that of the task.',
        },
        'unknown_charset': {
            'condition': 'A text is in a character set that is not known here.',
            'means': 'Its characters cannot be known.',
            'todo': 'Report the name of the character set; the detail has it.',
        },
        'unreadable_value': {
            'condition': 'A value cannot be read as what its type says.',
            'means': 'Reading it as something else could change it. The detail names the column.',
            'todo': 'Report the column\'s type and the value.',
        },
        'keys_unreadable': {
            'condition': 'The tag pk_uk_info is not an object of lists of columns.',
            'means': 'The key of the table cannot be known.',
            'todo': 'Find what altered the message.',
        },
        'delete_mark_missing': {
            'condition': 'A flattened row has neither `__deleted` nor `__op`, and its feed says that deletes are marked.',
            'means': 'Deletes of this topic would be lost.',
            'todo': 'Set delete.tombstone.handling.mode=rewrite in the connector, or `deletes=tombstone` among the options of the feed.',
        },
    }) -}}
{%- endmacro -%}
