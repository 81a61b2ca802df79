{#-
What OMS's formats Default and DefaultExtendColumnType share: prevStruct has the whole row before a change, and
postStruct the row after it. Terms: database_or_schema (db without the tenant); database; schema (of Oracle and Db2);
declared_types; sent_types; types (column → type: as sent, else as declared); key_columns; names_types (whether rows
have __light_type); row_before and row_after (the columns of a row, nothing else); unsent (columns whose NULL may be no
value); millis; sequence; operation. Each dialect states sent_types, row_before and row_after.
-#}
{%- macro oms_default_family() -%}
{%- set faults -%}
-- unknown_operation
oms_operation is null
-- unknown_operation, in words
concat('OMS documents no recordType ', oms.recordType, '.')
-- unknown_source
oms.recordType <> 'HEARTBEAT' and coalesce(upper(oms.allMetaData.dbType) not in ('{{ changefeed._oms_database_types() | join("', '") }}'), true)
-- unknown_source, in words
concat('OMS documents the dbTypes {{ changefeed._oms_database_types() | join(', ') }}; here it is ', coalesce(oms.allMetaData.dbType, 'missing'), ', so whether db begins with a tenant cannot be known.')
-- row_missing
oms.recordType in ('INSERT', 'UPDATE', 'ROW') and oms.postStruct is null
or oms.recordType in ('UPDATE', 'DELETE') and oms.prevStruct is null
-- row_missing, in words
concat('A message ', oms.recordType, ' of OMS has the row after the change in postStruct (INSERT, UPDATE, ROW) and the row before it in prevStruct (UPDATE, DELETE).')
-- statement_missing
oms.recordType = 'DDL' and nullif(oms.postStruct['ddl'], '') is null
-- statement_missing, in words
'A message DDL of OMS has its statement in postStruct.ddl.'
-- sequence_missing: taken
{%- endset -%}
{%- set changes -%}
-- operation
oms_operation
-- source_database
oms_database
-- source_schema
oms_schema
-- source_table
oms.allMetaData.table_name
-- key_columns
split(nullif(oms.allMetaData.record_primary_key, ''), r'\x01')
-- after_rows
if(oms.recordType = 'DELETE', array(), array({{ changefeed.without_columns('oms_row_after', 'oms_unsent') }}))
-- before_rows
if(oms.recordType in ('INSERT', 'ROW'), array(), array({{ changefeed.without_columns('oms_row_before', 'oms_unsent') }}))
-- is_partial
coalesce(
    size(oms_unsent) > 0
    or oms.recordType = 'DELETE' and size(oms_key_columns) > 0 and coalesce(options['lob_mode'], '') <> 'complete',
    false
)
-- column_types
if(oms.recordType = 'DDL', null, to_json(oms_types))
-- source_at
{{ changefeed.millis_to_timestamp('oms_millis') }}
-- source_sequence
if({{ changefeed.oms_orders_by_sequence() }} and oms_operation <> 'snapshot', oms_sequence, null)
-- transaction_id
nullif(oms.allMetaData.transId, '')
-- statement
if(oms.recordType = 'DDL', oms.postStruct['ddl'], null)
-- statement_kind
if(oms.recordType = 'DDL', lower(coalesce(nullif(oms.allMetaData.ddlType, ''), 'ddl')), null)
{%- endset -%}
    {{- return({
        'version': 2,
        'source_kinds': ['oceanbase_mysql', 'oceanbase_oracle', 'mysql', 'oracle', 'db2'],
        'sent_kind': changefeed.lookup('upper(oms.allMetaData.dbType)', {
            'OB_MYSQL': 'oceanbase_mysql', 'OB_ORACLE': 'oceanbase_oracle', 'OB_IN_ORACLE_MODE': 'oceanbase_oracle',
            'MYSQL': 'mysql', 'ORACLE': 'oracle', 'DB2': 'db2', 'DB2 LUW': 'db2',
        }),
        'envelope': {
            'name': 'oms',
            'format': 'json_object',
            'members': {
                'recordType': 'text', 'prevStruct': 'map<string,string>', 'postStruct': 'map<string,string>',
                'allMetaData': {
                    'record_primary_key': 'text', 'dbType': 'text', 'db': 'text', 'table_name': 'text', 'timestamp': 'string',
                    'storeDataSequence': 'string', 'transId': 'string', 'ddlType': 'text',
                },
            },
        },
        'members': ['allMetaData', 'extend', 'postStruct', 'prevStruct', 'recordType'],
        'signature': {'has': ['recordType', 'allMetaData'], 'usually_has': ['postStruct']},
        'options': changefeed.oms_options(),
        'terms': changefeed._oms_default_terms(),
        'faults': changefeed.parts(faults, {'sequence_missing': changefeed.oms_sequence_missing( 'oms_operation', 'storeDataSequence', 'oms.allMetaData.storeDataSequence', 'oms_sequence' )}),
        'changes': changefeed.parts(changes),
        'types': changefeed.oms_text_types(),
        'ambiguous_nulls': changefeed.oms_ambiguous_nulls(),
    }) -}}
{%- endmacro -%}


{#- What the family's messages say, term by term. -#}
{%- macro _oms_default_terms() -%}
{%- set table = ['oms_database', 'oms_schema', 'oms.allMetaData.table_name'] -%}
{%- set terms -%}
{# OceanBase's db is tenant.database, in statements without the tenant. Other sources have no tenant. #}
-- database_or_schema
if(
    upper(oms.allMetaData.dbType) rlike '^(OB_|OCEANBASE$)' and contains(oms.allMetaData.db, '.'),
    substr(oms.allMetaData.db, instr(oms.allMetaData.db, '.') + 1),
    oms.allMetaData.db
)
-- database
if(upper(oms.allMetaData.dbType) rlike 'ORACLE|DB2', null, oms_database_or_schema)
-- schema
if(upper(oms.allMetaData.dbType) rlike 'ORACLE|DB2', oms_database_or_schema, null)
-- declared_types
{{ changefeed.declared_for_table('declared_types', *table) }}
-- key_columns
coalesce({{ changefeed.declared_for_table('declared_keys', *table) }}, split(nullif(oms.allMetaData.record_primary_key, ''), r'\x01'))
-- names_types
array_contains(concat(coalesce(map_keys(oms.postStruct), array()), coalesce(map_keys(oms.prevStruct), array())), '__light_type')
-- sent_types: none
-- types
case
    when {{ changefeed.repeats_a_name('oms_sent_types') }} then null
    when oms_declared_types is null then oms_sent_types
    when oms_sent_types is null then oms_declared_types
    else map_concat(
        map_filter(oms_declared_types, (name, type) -> not array_contains(map_keys(oms_sent_types), name)),
        oms_sent_types
    )
end
-- row_before, row_after: none
-- unsent
if(
    oms.recordType in ('UPDATE', 'DELETE'),
    {{ changefeed.oms_unsent(
        "if(oms.recordType = 'DELETE', oms_row_before, oms_row_after)", 'oms_row_before[name] is null',
        'oms_types', 'oms_key_columns'
    ) }},
    array()
)
-- millis
{{ changefeed._oms_millis('oms.allMetaData.timestamp') }}
-- sequence
if(oms.recordType = 'DDL', {{ changefeed.oms_statement_sequence('oms.allMetaData.storeDataSequence', 'oms_millis') }}, {{ changefeed.oms_sequence('oms.allMetaData.storeDataSequence') }})
-- operation
case
    when oms.recordType = 'DDL' then if({{ changefeed.is_truncate("oms.postStruct['ddl']") }}, 'truncate', 'ddl')
    else {{ changefeed.lookup('oms.recordType', {
        'INSERT': 'insert',
        'UPDATE': 'update',
        'DELETE': 'delete',
        'ROW': 'snapshot',
        'HEARTBEAT': 'heartbeat',
    }) }}
end
{%- endset -%}
    {{- return(changefeed.parts(terms)) -}}
{%- endmacro -%}


{#-
OMS's names of kinds of sources, in capitals. OCEANBASE and OB_IN_ORACLE_MODE are the earlier names of OceanBase's two
modes.
-#}
{%- macro _oms_database_types() -%}
    {{- return(['MYSQL', 'ORACLE', 'OCEANBASE', 'OB_MYSQL', 'OB_ORACLE', 'OB_IN_ORACLE_MODE', 'DB2', 'DB2 LUW']) -}}
{%- endmacro -%}


{#-
A text of seconds since 1970, or of milliseconds where there are 12 digits or more, perhaps with a fraction, as
milliseconds.
-#}
{%- macro _oms_millis(text) -%}
case
    when {{ text }} rlike r'^[0-9]{1,11}\z' then cast({{ text }} as bigint) * 1000
    when {{ text }} rlike r'^[0-9]{12,15}([.][0-9]+)?\z' then cast(substring_index({{ text }}, '.', 1) as bigint)
end
{%- endmacro -%}
