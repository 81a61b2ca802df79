{#-
The terms of a flattened message: sent (the object, without the schema around it), columns (of the schema), types,
envelope (the member source of a message that was not flattened), key_row, old_key_row, prefix (what stands before the
names of members that a task adds), marked (all members that have it, without it), added (those that it did, by their
names in the envelope), row (the columns), has_non_string, table, schema, database, own_key. The table, its schema
and its database are what the task adds to rows or headers, else the last parts of the topic's name.
-#}
{%- macro flat_row_terms(added, named=['table', 'db', 'schema']) -%}
{%- set sent -%}
if(
    {{ changefeed.flat_is_wrapped() }} and startswith(flat['payload'], '{'),
    {#-
    Also where has_fractions is false: it does not see a number in a payload that was sent as a text and ends in an
    escape.
    -#}
    transform(array({{ changefeed.json_object_of(changefeed.numbers_as_text("flat['payload']")) }}), sent -> {{ changefeed.without_marks('sent', 'map<string,string>') }})[0],
    flat
)
{%- endset -%}
{%- set schema_type = 'array<struct<field:string,type:string,name:string,tidb_type:string,parameters:map<string,string>,items:struct<type:string,name:string,parameters:map<string,string>>>>' -%}
{%- set in_topic = changefeed.debezium_names_in_topic() -%}
{%- set terms -%}
-- sent
{{ sent }}
-- columns
if({{ changefeed.flat_is_wrapped() }}, from_json(flat['schema'], 'fields {{ schema_type }}', {{ changefeed.json_options() }}).fields, null)
-- types
{{ changefeed.debezium_types('flat_columns') }}
-- envelope
if(map_contains_key(flat_sent, 'source') and startswith(flat_sent['source'], '{'), {{ changefeed.json_object_of("flat_sent['source']") }}, null)
-- key_row
{{ changefeed.debezium_key_row('cast(key as string)') }}
-- old_key_row
{{ changefeed.debezium_key_row('cast(' ~ changefeed.old_key_header() ~ ' as string)') }}
-- prefix
coalesce(options['fields_prefix'], '__')
-- marked
if({{ changefeed.repeats_a_name('flat_sent') }}, null, transform_keys(map_filter(flat_sent, (name, text) -> startswith(name, flat_prefix)), (name, text) -> substr(name, length(flat_prefix) + 1)))
-- added
map_from_entries(transform(split('{{ added | join(',') }}', ','), n -> struct(n, coalesce(flat_marked[concat('source_', n)], flat_marked[n], if(n in ({{ changefeed.sql_strings(['op'] + named) }}), {{ changefeed._header('n') }}, null)))))
-- row
map_filter(flat_sent, (name, text) -> name <> '__deleted' and (not startswith(name, flat_prefix) or not substr(name, length(flat_prefix) + 1) rlike r'^((source_)?({{ added | join('|') }}|ts_ms|ts_us|ts_ns|connector|name|version|server_id)|source_[A-Za-z_]+|transaction_[A-Za-z_]+)\z'))
-- has_non_string
{{ changefeed._flat_has_non_string_names(named) }}
-- table
coalesce(flat_envelope['table'], flat_added['table'], {{ in_topic.table }})
-- schema
coalesce(flat_envelope['schema'], flat_added['schema'], {{ in_topic.schema }})
-- database
coalesce(flat_envelope['db'], flat_added['db'], {{ in_topic.database }})
-- own_key
{{ changefeed.declared_for_table('declared_keys', "coalesce(flat_database, '')", "coalesce(flat_schema, '')", 'flat_table') }}
{%- endset -%}
    {{- return(changefeed.parts(terms)) -}}
{%- endmacro -%}


{#- The text of a header that the task adds, the last of that name. -#}
{%- macro _header(name) -%}
cast(element_at(filter(headers, header -> header.key = concat(coalesce(options['headers_prefix'], '__'), {{ name }})), -1).value as string)
{%- endmacro -%}


{#-
Whether a name of the table, its schema or its database is a number, an object or the like. A message is parsed again
only where a name looks so.
-#}
{%- macro _flat_has_non_string_names(named) -%}
if(
    exists(array({% for name in named %}flat_added['{{ name }}']{{ ', ' if not loop.last }}{% endfor %}), text -> coalesce({{ changefeed.looks_like_not_string('text') }}, false)),
    exists(
        array(from_json(
            if({{ changefeed.flat_is_wrapped() }} and startswith(flat['payload'], '{'), flat['payload'], value_text),
            'map<string,variant>',
            {{ changefeed.json_options() }}
        )),
        sent -> exists(
            array('{{ named | join("', '") }}'),
            name -> coalesce(flat_marked[concat('source_', name)], flat_marked[name]) is not null
            and {{ changefeed.is_not_string("sent[concat(flat_prefix, if(flat_marked[concat('source_', name)] is null, '', 'source_'), name)]") }}
        )
    ),
    false
)
{%- endmacro -%}
