{#-
What all dialects share whose messages are Canal's FlatMessage: the envelope, and where a message has its rows. Terms:
operation and is_row (whether the message carries rows), which each dialect states; rows (the new rows, the deleted
rows, or the rows after an UPDATE). With leaves_out_old, `old` of an UPDATE lacks rows of which no column changed that
is sent (Canal's canal.instance.filter.field): null for all of them. Where it has some rows, nobody knows which: then
nothing is known of the rows before, and the key must not have changed.
-#}
{%- macro canal_family(sender, leaves_out_old=false) -%}
{%- set is_short = 'canal.old is null or size(canal.old) <> size(canal.data)' -%}
{%- set old_rows = 'canal.old' -%}
{%- if leaves_out_old -%}
{%- set key = "coalesce(" ~ changefeed.declared_for_table('declared_keys', 'canal.database', "''", 'canal.table') ~ ', canal.pkNames, array())' -%}
{%- set is_short -%}
case
            when canal.old is null then not coalesce(is_variant_null(from_json(value_text, 'old variant', {{ changefeed.json_options() }}).old), false)
            when size(canal.old) between 1 and size(canal.data) - 1 then exists(array({{ key }}), key -> size(key) = 0 or exists(canal.old, row -> arrays_overlap(map_keys(row), key)))
            else size(canal.old) > size(canal.data)
        end
{%- endset -%}
{%- set old_rows = "case when size(canal.old) = size(canal.data) then canal.old when size(canal.old) > 0 then array() else transform(canal.data, row -> cast(map() as map<string,string>)) end" -%}
{%- endif -%}
{%- set terms -%}
-- operation, is_row: none
-- rows
canal.data
{%- endset -%}
{%- set faults -%}
-- unknown_operation
canal_operation is null
-- unknown_operation, in words
concat('{{ sender }} documents no type ', canal.type, ' with isDdl ', canal.isDdl, '.')
-- data_not_rows
canal_is_row and (canal_rows is null or {{ changefeed.lacks_a_row('canal_rows') }} or {{ changefeed.lacks_a_row('canal.data') }})
-- data_not_rows, in words
concat('A message of type ', canal.type, ' of {{ sender }} carries rows, in an array of objects; here it is absent, null or holds something else.')
-- old_not_rows
canal_is_row and canal.type = 'UPDATE' and size(canal.data) > 0 and ({{ is_short }} or {{ changefeed.lacks_a_row('canal.old') }})
-- old_not_rows, in words
'An UPDATE of {{ sender }} carries in old one object for each row of data; here old is absent, {{ 'shorter in a table without a key, or where the key changes, ' if leaves_out_old else 'shorter, ' }}longer or holds something else.'
{%- endset -%}
{%- set changes -%}
-- operation
if(canal_is_row and size(canal_rows) = 0, 'other', canal_operation)
-- source_database
canal.database
-- source_table
canal.table
-- key_columns
if(size(canal.pkNames) > 0, canal.pkNames, null)
-- after_rows
if(canal.type = 'DELETE', array(), canal_rows)
-- before_rows
case canal.type when 'UPDATE' then {{ old_rows }} when 'DELETE' then canal_rows else array() end
-- is_before_changed_only
canal.type = 'UPDATE'
-- column_types
canal.mysqlType
-- source_at
{{ changefeed.millis_to_timestamp('try_cast(canal.es as bigint)') }}
-- processed_at
{{ changefeed.millis_to_timestamp('try_cast(canal.ts as bigint)') }}
-- transaction_id
nullif(canal.gtid, '')
-- statement
nullif(canal.sql, '')
-- statement_kind
if(canal.isDdl, lower(canal.type), null)
{%- endset -%}
    {{- return({
        'envelope': {
            'name': 'canal',
            'format': 'json_object',
            'members': {
                'database': 'text', 'table': 'text', 'type': 'text', 'isDdl': 'boolean', 'es': 'string', 'ts': 'string', 'id': 'string',
                'sql': 'text', 'gtid': 'text', 'pkNames': 'array<text>', 'mysqlType': 'string', '_tidb': 'string', 'isHeartbeat': 'boolean',
                'data': 'array<map<string,string>>', 'old': 'array<map<string,string>>',
            },
        },
        'terms': changefeed.parts(terms),
        'faults': changefeed.parts(faults),
        'changes': changefeed.parts(changes),
    }) -}}
{%- endmacro -%}
