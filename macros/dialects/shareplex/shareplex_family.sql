{#-
What all dialects share whose messages are SharePlex's JSON. `data` has the columns of a new or deleted row, or those
that an update changed. `key` has the row before an update. No message names key columns or types: they are declared.
Terms: is_schema (whether a schema stands before the table's name, not a database) and sequence, which each dialect
states; database_or_schema, table; declared_key and types, as declared; operation; unsent (columns whose NULL may be no
value).
-#}
{%- macro shareplex_family(sender) -%}
{%- set declared = ['if(shareplex_is_schema, null, shareplex_database_or_schema)', 'if(shareplex_is_schema, shareplex_database_or_schema, null)', 'shareplex_table'] -%}
{#- `trunc` is known from memory only: if it comes without a statement, this is the one that it stands for. -#}
{%- set statement -%}
case
    when shareplex_operation not in ('truncate', 'ddl') then null
    when nullif(shareplex.sql.ddl, '') is not null then shareplex.sql.ddl
    when shareplex.meta.op <> 'trunc' then null
    when shareplex_is_schema then concat(
        'truncate table ', if(shareplex_database_or_schema is null, '', concat('"', replace(shareplex_database_or_schema, '"', '""'), '".')), '"', replace(shareplex_table, '"', '""'), '"'
    )
    else concat('truncate table `', replace(shareplex_table, '`', '``'), '`')
end
{%- endset -%}
{%- set terms -%}
-- is_schema: none
-- database_or_schema
if(contains(shareplex.meta.`table`, '.'), substring_index(shareplex.meta.`table`, '.', 1), null)
-- table
substr(shareplex.meta.`table`, instr(shareplex.meta.`table`, '.') + 1)
-- declared_key
{{ changefeed.declared_for_table('declared_keys', *declared) }}
-- types
{{ changefeed.declared_for_table('declared_types', *declared) }}
-- sequence: none
-- operation
case
    when shareplex.meta.op = 'ddl' then if({{ changefeed.is_truncate('shareplex.sql.ddl') }}, 'truncate', 'ddl')
    else {{ changefeed.lookup('shareplex.meta.op', {
        'ins': 'insert',
        'upd': 'update',
        'ups': 'update',
        'del': 'delete',
        'trunc': 'truncate',
        'dropcol': 'ddl',
    }) }}
end
-- unsent
cast(array() as array<string>)
{%- endset -%}
{%- set faults -%}
-- unknown_operation
shareplex_operation is null
-- unknown_operation, in words
concat('{{ sender }} documents no meta.op ', coalesce(shareplex.meta.op, '(missing)'), '.')
-- row_missing
shareplex.meta.op in ('ins', 'upd', 'ups', 'del') and shareplex.data is null or shareplex.meta.op in ('upd', 'ups') and shareplex.key is null
-- row_missing, in words
'The row, or what an update changed of it, is in data, and the row before an update is in key; here one is missing, or no object.'
-- statement_missing
shareplex.meta.op = 'ddl' and nullif(shareplex.sql.ddl, '') is null
-- statement_missing, in words
'A ddl has its statement in sql.ddl.'
{%- endset -%}
{%- set changes -%}
-- operation
shareplex_operation
-- source_database
{{ declared[0] }}
-- source_schema
{{ declared[1] }}
-- source_table
shareplex_table
-- after_rows
case when shareplex_operation = 'update' then array({{ changefeed.overlay(changefeed.without_columns('shareplex.key', 'shareplex_unsent'), 'shareplex.data') }}) when shareplex_operation = 'delete' then array() else array(shareplex.data) end
-- before_rows
case shareplex_operation when 'update' then array({{ changefeed.without_columns('shareplex.key', 'shareplex_unsent') }}) when 'delete' then array({{ changefeed.without_columns('shareplex.data', 'shareplex_unsent') }}) else array() end
-- is_partial
false
-- column_types
to_json(shareplex_types)
-- source_at
{{ changefeed.shareplex_time('shareplex.meta.time', "'UTC'") }}
-- processed_at
{{ changefeed.shareplex_time('shareplex.meta.posttime', "'UTC'") }}
-- source_sequence
shareplex_sequence
-- transaction_id
nullif(shareplex.meta.trans, '')
-- statement
{{ statement }}
-- statement_kind
if(shareplex_operation in ('truncate', 'ddl'), shareplex.meta.op, null)
{%- endset -%}
    {{- return({
        'envelope': {
            'name': 'shareplex',
            'format': 'json_object',
            'members': {
                'data': 'map<string,string>', 'key': 'map<string,string>',
                'meta': {
                    'op': 'text', 'table': 'text', 'time': 'string', 'posttime': 'string', 'scn': 'string', 'seq': 'string', 'trans': 'string',
                },
                'sql': {'ddl': 'text'},
            },
        },
        'signature': {'has': ['meta'], 'usually_has': ['data']},
        'terms': changefeed.parts(terms),
        'faults': changefeed.parts(faults),
        'changes': changefeed.parts(changes),
    }) -}}
{%- endmacro -%}
