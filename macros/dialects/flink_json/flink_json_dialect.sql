{#-
Rows as Flink and SeaTunnel write them with their formats canal-json, debezium-json, maxwell-json and ogg-json, and
Flink CDC's Kafka sink with canal-json and debezium-json. A message says whether its row is new or gone. With Flink CDC
and newer versions of SeaTunnel it also says the table. Terms: body (before, after, op and source, wherever the message
has them), operation, data and old (the rows in these members), after_rows and before_rows (the rows after and before
the change; Flink CDC before 3.3 has a deleted row in old), is_named (whether the message says which table it is of),
table, database, key_names (as the message or the Kafka key has them).
-#}
{%- macro flink_json_dialect() -%}
{%- set body = {'before': 'map<string,string>', 'after': 'map<string,string>', 'op': 'string', 'source': 'map<string,string>'} -%}
{%- set body_as_sent = {'before': 'MAP<STRING,STRING>', 'after': 'MAP<STRING,STRING>', 'op': 'STRING', 'source': 'MAP<STRING,STRING>'} -%}
{%- set members = dict(
    {'data': 'STRING', 'old': 'STRING', 'type': 'string', 'op_type': 'string', 'database': 'text', 'table': 'text', 'pkNames': 'array<text>', 'ts': 'string', 'ts_ms': 'string'},
    payload=body_as_sent,
    **body_as_sent
) -%}
{%- set terms -%}
-- sent
if(flink.payload is null, named_struct('before', flink.before, 'after', flink.after, 'op', flink.op, 'source', flink.source), flink.payload)
-- body
if(has_fractions, {{ changefeed.without_marks('flink_sent', body) }}, flink_sent)
-- operation
case
    when flink.payload is not null or flink_body.op is not null then {{ changefeed.lookup('flink_body.op', {'c': 'insert', 'u': 'update', 'd': 'delete'}) }}
    when flink.op_type is not null then {{ changefeed.lookup('flink.op_type', {'I': 'insert', 'D': 'delete'}) }}
    else {{ changefeed.lookup('flink.type', {'INSERT': 'insert', 'UPDATE': 'update', 'DELETE': 'delete', 'insert': 'insert', 'delete': 'delete'}) }}
end
{#
Rows are an object (maxwell-json, SeaTunnel's canal_json) or a list of them. Numbers in them still have their marks.
#}
-- rows_as_sent
transform(
    array(flink.data, flink.old),
    sent -> from_json(if(startswith(sent, '{'), concat('[', sent, ']'), sent), 'array<map<string,string>>', {{ changefeed.json_options() }})
)
-- rows
if(has_fractions, transform(flink_rows_as_sent, rows -> {{ changefeed.without_marks('rows', 'array<map<string,string>>') }}), flink_rows_as_sent)
-- data
flink_rows[0]
-- old
flink_rows[1]
-- after_rows
case
    when flink.type is null then if(flink_body.after is null, null, array(flink_body.after))
    when flink_operation <> 'delete' then flink_data
end
-- before_rows
case
    when flink.type is null then if(flink_body.before is null, null, array(flink_body.before))
    when flink_operation = 'delete' then coalesce(flink_data, flink_old)
    else flink_old
end
-- known_names
array_intersect(names, array('{{ (members | list + ['schema']) | join("', '") }}'))
-- is_named
flink.payload is not null or coalesce(flink.table, flink.database) is not null or array_contains(names, 'pkNames') or array_contains(names, 'source') and not coalesce(size(flink_body.source) = 0, false)
-- table
case flink_is_named when true then coalesce(flink.table, flink_body.source['table']) when false then element_at(split(topic, '[.]'), -1) end
-- database
coalesce(flink.database, flink_body.source['db'], flink_body.source['database'])
{#
The Kafka key of Flink CDC has the table and the key columns; that of Flink SQL has whatever columns the table's author
chose.
#}
-- key_names
if(
    flink.pkNames is not null or not flink_is_named,
    flink.pkNames,
    transform(
        array(map_keys({{ changefeed.debezium_key_row('cast(key as string)') }})),
        names -> if(array_contains(names, 'TableId'), array_except(names, array('TableId')), null)
    )[0]
)
{%- endset -%}
{%- set changes -%}
-- operation
flink_operation
-- source_database
flink_database
-- source_schema
flink_body.source['schema']
-- source_table
flink_table
-- key_columns
if(size(flink_key_names) > 0, {{ changefeed.names_in_row('flink_key_names', 'get(coalesce(flink_after_rows, flink_before_rows), 0)') }}, null)
-- after_rows
coalesce(flink_after_rows, array())
-- before_rows
coalesce(flink_before_rows, array())
-- is_partial
false
-- source_at
{{ changefeed.millis_to_timestamp('nullif(try_cast(coalesce(flink.ts, flink.ts_ms) as bigint), 0)') }}
{%- endset -%}
    {{- return({
        'name': 'flink_json',
        'version': 2,
        'source_kinds': [],
        'envelope': {'name': 'flink', 'format': 'json_object', 'members': members},
        'members': members | list + ['schema'],
        'signature': {
            'has': [['type', 'op', 'op_type', 'payload']],
            'says': [
                "coalesce(get_json_object(json, '$.type'), get_json_object(json, '$.op_type'), " ~ changefeed.debezium_member('op') ~ ') is not null',
                'coalesce(' ~ changefeed.debezium_member('source.connector') ~ ', ' ~ changefeed.debezium_member('source.changefeed_sink') ~ ') is null',
                "not coalesce(get_json_object(json, '$.type') rlike '^[a-z]' and get_json_object(json, '$.database') is not null, false)",
            ],
        },
        'terms': changefeed.parts(terms),
        'faults': changefeed.flink_json_faults(),
        'changes': changefeed.parts(changes),
        'types': changefeed.flink_json_types(),
    }) -}}
{%- endmacro -%}
