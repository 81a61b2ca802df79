{#-
What all dialects share whose messages have Debezium's envelope, with the schema beside it ({schema, payload}) or
without. Terms: sent (the envelope, wherever the message has it), body (the same with numbers as texts), source, table,
own_key (the key that the feed declares), repeats_a_name (whether an object of the message names a member twice),
has_non_string (whether a name or a statement is not a string). Each dialect states operation and is_row.
-#}
{%- macro debezium_family(sender) -%}
{%- set row = 'map<string,string>' -%}
{%- set body = {
    'before': row, 'after': row, 'source': row, 'op': 'string', 'transaction': row, 'ts_ms': 'string',
    'ddl': 'string', 'databaseName': 'string', 'schemaName': 'string', 'tableChanges': 'string', 'status': 'string', 'id': 'string',
} -%}
{%- set fields = [] -%}
{%- for name, type in changefeed._as_sent(body).items() -%}
    {%- do fields.append('`' ~ name ~ '`:' ~ type) -%}
{%- endfor -%}
{%- set declared_key = changefeed.declared_for_table(
    'declared_keys', "coalesce(dbz_source['db'], dbz_body.databaseName)", "coalesce(dbz_source['schema'], dbz_body.schemaName)", 'dbz_table'
) -%}
{%- set terms -%}
-- sent
coalesce(dbz.payload, struct(dbz.{{ body | join(', dbz.') }}))
-- body
if(has_fractions, {{ changefeed.without_marks('dbz_sent', dict(body, op='STRING', ts_ms='STRING', tableChanges='STRING', status='STRING')) }}, dbz_sent)
-- source
dbz_body.source
-- table
dbz_source['table']
-- own_key
{{ declared_key }}
-- repeats_a_name
exists(array(dbz_body.before, dbz_body.after, dbz_source, dbz_body.transaction), each -> coalesce({{ changefeed.repeats_a_name('each') }}, false)) or {{ changefeed._payload_repeats_a_name() }}
-- has_non_string
{{ changefeed._body_has_non_string() }}
-- operation, is_row: none
{%- endset -%}
{%- set faults -%}
-- unknown_operation
dbz_operation is null
-- unknown_operation, in words
concat('{{ sender }} documents no op ', coalesce(dbz_body.op, 'null'), '.')
-- row_missing: none
-- before_missing
dbz_is_row and dbz_body.op in ('u', 'd') and dbz_body.before is null and size(dbz_own_key) = 0
-- before_missing, in words
'The table is declared without a key, and the row before is missing: set REPLICA IDENTITY FULL (binlog_row_image=FULL), or declare a key in seeds/changefeed_table_keys.csv.'
-- duplicate_name
dbz_repeats_a_name
-- duplicate_name, in words
'The payload, a row, source or transaction names something twice.'
-- wrong_type
dbz_has_non_string
-- wrong_type, in words
'In messages of {{ sender }} ddl, databaseName, schemaName, and in source connector, db, schema and table are texts; here one is another kind of JSON value.'
{%- endset -%}
{%- set changes -%}
-- operation
dbz_operation
-- source_database
coalesce(dbz_source['db'], dbz_body.databaseName)
-- source_schema
coalesce(dbz_source['schema'], dbz_body.schemaName)
-- source_table
dbz_table
-- processed_at
{{ changefeed.millis_to_timestamp('try_cast(dbz_body.ts_ms as bigint)') }}
-- statement
nullif(dbz_body.ddl, '')
{%- endset -%}
    {{- return({
        'envelope': {
            'name': 'dbz',
            'format': 'json_object',
            'members': dict(
                changefeed._as_sent(body),
                schema='STRUCT<fields:array<struct<field:string,fields:array<struct<field:string,type:string,name:string,tidb_type:string,'
                    ~ 'parameters:map<string,string>,items:struct<type:string,name:string,parameters:map<string,string>>>>>>>',
                payload='STRUCT<' ~ fields | join(',') ~ '>'
            ),
        },
        'terms': changefeed.parts(terms),
        'faults': changefeed.parts(faults),
        'changes': changefeed.parts(changes),
    }) -}}
{%- endmacro -%}


{#-
The members as they are parsed, the same of payload and of a bare envelope: marks of numbers are taken off once, of the
one that is there.
-#}
{%- macro _as_sent(body) -%}
    {%- set found = {} -%}
    {%- for name, type in body.items() -%}
        {%- do found.update({name: type | upper}) -%}
    {%- endfor -%}
    {{- return(found) -}}
{%- endmacro -%}


{#- Spark keeps one of an object's members of one name, so the names of payload are read again. -#}
{%- macro _payload_repeats_a_name() -%}
if(
    dbz.payload is null,
    false,
    exists(
        array(from_json(value_text, 'payload string', {{ changefeed.json_options() }}).payload),
        text -> exists(array({{ changefeed.top_level_names('text') }}), names -> size(array_distinct(names)) <> size(names))
    )
)
{%- endmacro -%}


{#-
Whether a name or a statement is a number, an object or the like. Only a message with one that looks so is read again;
one that names a member twice is no variant then.
-#}
{%- macro _body_has_non_string() -%}
{%- set texts = [] -%}
{%- set values = [] -%}
{%- for name in ['connector', 'db', 'schema', 'table'] -%}
    {%- do texts.append("dbz_source['" ~ name ~ "']") -%}
    {%- do values.append("body.source['" ~ name ~ "']") -%}
{%- endfor -%}
{%- for name in ['ddl', 'databaseName', 'schemaName'] -%}
    {%- do texts.append('dbz_body.' ~ name) -%}
    {%- do values.append('body.' ~ name) -%}
{%- endfor -%}
{%- set type = 'source:map<string,variant>,ddl:variant,databaseName:variant,schemaName:variant' -%}
get(
    transform(
        array(array({{ texts | join(', ') }})),
        texts -> if(
            exists(texts, text -> coalesce({{ changefeed.looks_like_not_string('text') }}, false)),
            exists(
                transform(
                    array(from_json(value_text, 'struct<{{ type }},payload:struct<{{ type }}>>', {{ changefeed.json_options() }})),
                    sent -> coalesce(sent.payload, struct(sent.source, sent.ddl, sent.databaseName, sent.schemaName))
                ),
                body -> exists(
                    arrays_zip(texts, array({{ values | join(', ') }})),
                    each -> each.texts is not null and {{ changefeed.is_not_string("each['1']") }}
                )
            ),
            false
        )
    ),
    0
)
{%- endmacro -%}
