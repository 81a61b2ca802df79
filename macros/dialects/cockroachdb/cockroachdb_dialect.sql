{#-
CockroachDB's changefeeds in JSON, with envelope=wrapped or envelope=enriched. Terms: body (the members, wherever the
message has them: enriched ones with a schema have them in payload); operation; is_row; parts (of the topic's name);
database, schema and table (as source says, else of the topic); own_key (the key that the feed declares); sent_keys
(the columns that source names); key_names (of the key, declared or sent); key_text (the key of the row: the member key,
else the Kafka key; key_marked has its numbers with their marks); key_values (of a key that is a list, in the order of
the primary key); key_object (of one with names); key_row (the key with names); is_key_other (whether the key has other
values than the row has in these columns); hlc (the time of the commit on CockroachDB's clock, its nanoseconds and its
counter).
-#}
{%- macro cockroachdb_dialect() -%}
{%- set body = {
    'after': 'map<string,string>', 'before': 'map<string,string>', 'key': 'string', 'op': 'text', 'updated': 'text', 'resolved': 'text',
    'source': {'database_name': 'text', 'schema_name': 'text', 'table_name': 'text', 'primary_keys': 'array<text>', 'ts_hlc': 'text'},
} -%}
{#- With envelope=wrapped the key is a list of values, with enriched an object, also with the schema around it. -#}
{%- set key_values = changefeed.without_marks("from_json(if(startswith(crdb_key_text, '['), crdb_key_marked, null), 'array<string>')", 'array<string>') -%}
{%- set terms -%}
-- body
coalesce(crdb.payload, struct(crdb.{{ body | join(', crdb.') }}))
-- operation
case
    when value_text is null then null
    when crdb_body.resolved is not null then 'heartbeat'
    when crdb_body.op is not null then {{ changefeed.lookup('crdb_body.op', {'c': 'insert', 'u': 'update', 'd': 'delete'}) }}
    when crdb_body.after is null then 'delete'
    when array_contains(names, 'before') and crdb_body.before is null then 'insert'
    else 'update'
end
-- is_row
coalesce(crdb_operation in ('insert', 'update', 'delete'), false)
-- parts
if(value_text is null or crdb_operation <=> 'heartbeat', null, split(topic, '[.]'))
-- database
coalesce(crdb_body.source.database_name, get(crdb_parts, size(crdb_parts) - 3))
-- schema
coalesce(crdb_body.source.schema_name, get(crdb_parts, size(crdb_parts) - 2))
-- table
coalesce(crdb_body.source.table_name, element_at(crdb_parts, -1))
-- own_key
{{ changefeed.declared_for_table('declared_keys', 'crdb_database', 'crdb_schema', 'crdb_table') }}
-- sent_keys
if(size(crdb_body.source.primary_keys) > 0, crdb_body.source.primary_keys, null)
-- key_names
coalesce(crdb_own_key, crdb_sent_keys)
-- key_text
trim(coalesce(crdb_body.key, cast(key as string)))
-- key_marked
{{ changefeed.numbers_as_text('crdb_key_text') }}
-- key_values
{{ key_values }}
-- key_object
get(filter(
    transform(
        array(from_json(if(startswith(crdb_key_text, '{'), crdb_key_marked, null), 'map<string,string>')),
        sent -> if(
            array_sort(map_keys(sent)) = array('payload', 'schema') and startswith(sent['payload'], '{'),
            from_json(sent['payload'], 'map<string,string>'),
            sent
        )
    ),
    sent -> not {{ changefeed.repeats_a_name('sent') }}
), 0)
-- key_row
case
    when crdb_key_values is null then {{ changefeed.without_marks('crdb_key_object', 'map<string,string>') }}
    when size(crdb_key_values) = size(crdb_key_names) then map_from_arrays(crdb_key_names, crdb_key_values)
end
-- is_key_other
crdb_key_values is not null and coalesce(exists(map_keys(crdb_key_row), name -> crdb_key_row[name] <> crdb_body.after[name]), false)
-- hlc
transform(array(coalesce(crdb_body.source.ts_hlc, crdb_body.updated, crdb_body.resolved)), text -> if(text rlike r'^[0-9]{1,19}[.][0-9]{10}\z', transform(split(text, '[.]'), part -> cast(part as decimal(38,0))), null))[0]
{%- endset -%}
{%- set changes -%}
-- operation
crdb_operation
-- source_database
crdb_database
-- source_schema
crdb_schema
-- source_table
crdb_table
-- key_columns
coalesce(crdb_sent_keys, if(crdb_body.source.primary_keys is null, map_keys(crdb_key_object), null))
-- after_rows
if(crdb_operation in ('insert', 'update'), array(crdb_body.after), array())
-- before_rows
case
    when crdb_operation in ('update', 'delete') and crdb_body.before is not null then array(crdb_body.before)
    when crdb_operation = 'delete' then array(crdb_key_row)
    else array()
end
-- is_partial
crdb_operation = 'delete' and crdb_body.before is null
-- source_at
timestamp_micros(try_cast(crdb_hlc[0] as bigint) div 1000)
-- source_sequence
if(crdb_is_row and not options['order'] <=> 'offset', if(crdb_operation = 'delete', {{ changefeed.just_before('crdb_hlc') }}, crdb_hlc), null)
{%- endset -%}
    {{- return({
        'name': 'cockroachdb',
        'version': 1,
        'source_kinds': [],
        'envelope': {'name': 'crdb', 'format': 'json_object', 'members': dict(body, payload=body)},
        'members': body | list + ['payload', 'schema'],
        'signature': {'has': [], 'says': [
            "coalesce(get_json_object(json, '$.updated'), get_json_object(json, '$.resolved'), " ~ changefeed.debezium_member('source.changefeed_sink') ~ ') is not null',
        ]},
        'options': {
            'order': {
                'values': ['updated', 'offset'],
                'default': 'updated',
                'meaning': "what orders changes: the time of the commit, which the changefeed writes WITH updated, or Kafka's offset and time",
            },
        },
        'terms': changefeed.parts(terms),
        'faults': changefeed.cockroachdb_faults(),
        'changes': changefeed.parts(changes),
        'types': changefeed.cockroachdb_types(),
    }) -}}
{%- endmacro -%}
