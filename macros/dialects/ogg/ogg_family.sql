{#-
What ogg and ogg_json_row share, over the members that a message has in either: source_kinds, options, terms, faults,
changes. `name` is the envelope's.
-#}
{%- macro ogg_family(name, op_type, table, pos, op_ts, current_ts) -%}
{%- set parts = name ~ '_name_parts' -%}
{%- set named = changefeed.table_of_parts(parts) -%}
{%- set terms -%}
-- name_parts
split({{ table }}, '[.]')
-- operation
get(
    array('insert', 'update', 'delete', 'truncate'),
    cast(array_position(split(coalesce(options['operations'], 'I/U/D/T'), '/'), {{ op_type }}) as int) - 1
)
-- is_row
{{ name }}_operation in ('insert', 'update', 'delete')
-- is_whole
options['absent_means'] <=> 'as_null'
-- declared_key
{{ changefeed.declared_for_table('declared_keys', named.database, named.schema, named.table) }}
{%- endset -%}
{%- set faults -%}
-- unknown_operation
{{ name }}_operation is null
-- unknown_operation, in words
concat('op_type is ', {{ op_type }}, ', not one of ', coalesce(options['operations'], 'I/U/D/T'), '. If the handler has insertOpKey and the like, say so in operations= among the options of this feed.')
-- table_unclear
size({{ parts }}) > 3
-- table_unclear, in words
concat('table is database.schema.table, schema.table or the table alone; ', {{ table }}, ' has more parts.')
-- sequence_missing
not options['order'] <=> 'offset' and not {{ pos }} rlike r'^[0-9]{1,38}\z'
-- sequence_missing, in words
concat('pos is a number of up to 38 digits; here it is ', {{ pos }}, '. Set order=offset among the options of this feed if pos does not order it.')
{%- endset -%}
{%- set changes -%}
-- operation
{{ name }}_operation
-- source_database
{{ named.database }}
-- source_schema
{{ named.schema }}
-- source_table
{{ named.table }}
-- is_partial
coalesce({{ name }}_operation in ('update', 'delete'), false) and not {{ name }}_is_whole
-- source_at
{{ changefeed.text_to_timestamp(op_ts, "coalesce(time_zone, 'UTC')") }}
-- processed_at
{{ changefeed.text_to_timestamp(current_ts, "coalesce(time_zone, 'UTC')") }}
{# A change of key may be sent as a delete and an insert with one pos. #}
-- source_sequence
if(
    options['order'] <=> 'offset' or {{ pos }} is null,
    null,
    array(cast({{ pos }} as decimal(38,0)), cast(if({{ name }}_operation = 'delete', 0, 1) as decimal(38,0)))
)
-- statement_kind
if({{ name }}_operation = 'truncate', 'truncate', null)
{%- endset -%}
    {{- return({
        'source_kinds': ['oracle', 'mysql', 'mariadb', 'postgresql', 'sqlserver', 'db2'],
        'options': dict(changefeed.framing_option(), **{
            'absent_means': {
                'values': ['unchanged', 'as_null'],
                'default': 'unchanged',
                'meaning': "what a column means that a row lacks: unchanged, as the formatter leaves out what the trail does not hold, or NULL (omitNullValues=true with whole rows in the trail)",
            },
            'order': {
                'values': ['pos', 'offset'],
                'default': 'pos',
                'meaning': "what orders changes: pos, the place in the trail, or Kafka's offset and time. offset if one topic has the changes of several trails, such as of an initial load",
            },
            'operations': {
                'default': 'I/U/D/T',
                'meaning': 'insertOpKey, updateOpKey, deleteOpKey and truncateOpKey of the handler, in this order, with / between them',
            },
            'binaries': {
                'values': ['undeclared', 'base64', 'hex'],
                'default': 'undeclared',
                'meaning': 'how bytes (RAW, BLOB, …) are written; read by typed tables',
                'is_for_types': true,
            },
        }),
        'terms': changefeed.parts(terms),
        'faults': changefeed.parts(faults),
        'changes': changefeed.parts(changes),
    }) -}}
{%- endmacro -%}
