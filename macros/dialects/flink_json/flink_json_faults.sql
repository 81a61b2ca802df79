{#- What quarantines a message of Flink's. -#}
{%- macro flink_json_faults() -%}
{%- set of_one_format = [] -%}
{%- for members in [
    ['data', 'type', 'old', 'database', 'table', 'pkNames', 'ts'], ['before', 'after', 'op', 'source', 'ts_ms'], ['before', 'after', 'op_type'], ['schema', 'payload'],
] -%}
    {%- do of_one_format.append("size(array_except(flink_known_names, array('" ~ members | join("', '") ~ "'))) = 0") -%}
{%- endfor -%}
{%- set declared_key = changefeed.declared_for_table('declared_keys', 'flink_database', "coalesce(flink_body.source['schema'], '')", 'flink_table') -%}
{%- set wanted = "if(flink_operation = 'delete', flink_before_rows, flink_after_rows)" -%}
{%- set faults -%}
-- wrong_dialect
not ({{ of_one_format | join(' or ') }}) or size(array_except(map_keys(flink_body.source), array('db', 'database', 'schema', 'table'))) > 0 or coalesce(flink.type rlike '^[a-z]', false) and arrays_overlap(names, array('database', 'table', 'ts'))
-- wrong_dialect, in words
concat(case when flink_body.source is not null then 'source has more than db and table, as in messages of Debezium and OMS' when flink.type rlike '^[a-z]' and arrays_overlap(names, array('database', 'table', 'ts')) then 'The type is in small letters beside the table or a time, as Maxwell writes it itself (maxwell)' else 'The message has members of several of the formats that Flink writes' end, '. Check the dialect of this feed in seeds/changefeed_feeds.csv.')
-- unknown_operation
flink_operation is null
-- unknown_operation, in words
concat('Flink writes no type, op or op_type ', coalesce(flink.type, flink.op_type, flink_body.op, 'null'), '.')
-- row_missing
coalesce(size({{ wanted }}), 0) <= 0 or exists({{ wanted }}, r -> r is null) or flink.data is not null and flink_data is null
-- row_missing, in words
'A new row is in data or after, a deleted one in data, old or before; here it is absent, null or something else.'
-- old_not_rows
flink.old is not null and (flink_old is null or exists(flink_old, r -> r is null)) or flink_operation = 'update' and flink.type is not null and not size(flink_old) <=> size(flink_data)
-- old_not_rows, in words
'An UPDATE of Flink CDC has in old the row before for each row of data; here old is absent, shorter, longer or holds something else.'
-- two_images
flink_operation = 'insert' and flink_before_rows is not null or flink_operation = 'delete' and (flink_after_rows is not null or flink_data is not null and flink_old is not null)
-- two_images, in words
'A new row has none before it, and a deleted one none after it; here both are there.'
-- before_missing
flink_operation = 'update' and flink_before_rows is null and size({{ declared_key }}) = 0
-- before_missing, in words
'The table is declared without a key, and the row before an update is missing: nobody knows which row is meant. Declare a key in seeds/changefeed_table_keys.csv.'
-- duplicate_name
exists(concat(coalesce(flink_data, array()), coalesce(flink_old, array()), array(flink_body.before, flink_body.after, flink_body.source)), each -> coalesce({{ changefeed.repeats_a_name('each') }}, false))
-- duplicate_name, in words
'A row or source names something twice.'
-- wrong_type
{{ changefeed.was_sent_as_text('data') }} or {{ changefeed.was_sent_as_text('old') }} or {{ changefeed._flink_source_has_non_string() }}
-- wrong_type, in words
'data or old is a text in place of rows, or a name in source (db, database, schema, table) is none.'
{%- endset -%}
    {{- return(changefeed.parts(faults)) -}}
{%- endmacro -%}


{#-
Whether a name in source is a number, an object or the like. A message is parsed again only where a name looks so.
-#}
{%- macro _flink_source_has_non_string() -%}
if(
    coalesce(exists(map_values(flink_body.source), text -> {{ changefeed.looks_like_not_string('text') }}), false),
    exists(
        transform(
            array(from_json(value_text, 'source map<string,variant>, payload struct<source:map<string,variant>>', {{ changefeed.json_options() }})),
            sent -> coalesce(sent.payload.source, sent.source)
        ),
        sent -> coalesce(exists(map_entries(flink_body.source), each -> each.value is not null and {{ changefeed.is_not_string('sent[each.key]') }}), true)
    ),
    false
)
{%- endmacro -%}
