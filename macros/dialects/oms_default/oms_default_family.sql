{#-
What OMS's formats Default and DefaultExtendColumnType share: the whole row before and after a change, in prevStruct and postStruct. Terms: place (without the tenant), the
database, or of Oracle and Db2 the schema; types (column → type, declared or sent); keys; row_before and row_after (the columns of a row, nothing else); unsent (columns whose NULL may be no value); sequence; operation.
A dialect of the family states sent_types, row_before and row_after.
-#}
{%- macro oms_default_family() -%}
{#- OceanBase's db is tenant.database, in statements without the tenant. Other sources have no tenant. -#}
{%- set place -%}
if(
    upper(oms_default.allMetaData.dbType) rlike '^(OB_|OCEANBASE$)' and contains(oms_default.allMetaData.db, '.'),
    substr(oms_default.allMetaData.db, instr(oms_default.allMetaData.db, '.') + 1),
    oms_default.allMetaData.db
)
{%- endset -%}
{%- set table = ['oms_default_database', 'oms_default_schema', 'oms_default.allMetaData.table_name'] -%}
{%- set declared_keys = changefeed.declared_for_table('declared_keys', *table) -%}
{%- set declared_types = changefeed.declared_for_table('declared_types', *table) -%}
{%- set types -%}
case
    when {{ changefeed.repeats_a_name('oms_default_sent_types') }} then null
    when {{ declared_types }} is null then oms_default_sent_types
    when oms_default_sent_types is null then {{ declared_types }}
    else map_concat(
        map_filter({{ declared_types }}, (name, type) -> not array_contains(map_keys(oms_default_sent_types), name)),
        oms_default_sent_types
    )
end
{%- endset -%}
{%- set operation -%}
case
    when oms_default.recordType = 'DDL' then if({{ changefeed.is_truncate("oms_default.postStruct['ddl']") }}, 'truncate', 'ddl')
    else {{ changefeed.lookup('oms_default.recordType', {
        'INSERT': 'insert',
        'UPDATE': 'update',
        'DELETE': 'delete',
        'ROW': 'snapshot',
        'HEARTBEAT': 'heartbeat',
    }) }}
end
{%- endset -%}
{%- set unsent -%}
case oms_default.recordType
    when 'UPDATE' then {{ changefeed.oms_unsent('oms_default_row_after', 'oms_default_row_before[name] is null', 'oms_default_types', 'oms_default_keys') }}
    when 'DELETE' then {{ changefeed.oms_unsent('oms_default_row_before', 'true', 'oms_default_types', 'oms_default_keys') }}
    else array()
end
{%- endset -%}
{%- set row_missing -%}
oms_default.recordType in ('INSERT', 'UPDATE', 'ROW') and oms_default.postStruct is null
or oms_default.recordType in ('UPDATE', 'DELETE') and oms_default.prevStruct is null
{%- endset -%}
{%- set is_partial -%}
coalesce(
    size(oms_default_unsent) > 0
    or oms_default.recordType = 'DELETE' and size(oms_default_keys) > 0 and coalesce(options['lob_mode'], '') <> 'complete',
    false
)
{%- endset -%}
    {{- return({
        'version': 1,
        'source_kinds': ['oceanbase_mysql', 'oceanbase_oracle', 'mysql', 'oracle', 'db2'],
        'envelope': {
            'name': 'oms_default',
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
        'terms': {
            'place': place,
            'database': "if(upper(oms_default.allMetaData.dbType) rlike 'ORACLE|DB2', null, oms_default_place)",
            'schema': "if(upper(oms_default.allMetaData.dbType) rlike 'ORACLE|DB2', oms_default_place, null)",
            'keys': 'coalesce(' ~ declared_keys ~ ", split(nullif(oms_default.allMetaData.record_primary_key, ''), r'\\x01'))",
            'sent_types': 'cast(null as map<string,string>)',
            'types': types,
            'row_before': 'oms_default.prevStruct',
            'row_after': 'oms_default.postStruct',
            'unsent': unsent,
            'sequence': changefeed.oms_sequence('oms_default.allMetaData.storeDataSequence'),
            'operation': operation,
        },
        'faults': {
            'unknown_operation': {
                'when': 'oms_default_operation is null',
                'detail': "concat('OMS documents no recordType ', oms_default.recordType, '.')",
            },
            'unknown_source': {
                'when': "oms_default.recordType <> 'HEARTBEAT' and coalesce(upper(oms_default.allMetaData.dbType) not in ('"
                    ~ changefeed._oms_database_types() | join("', '") ~ "'), true)",
                'detail': "concat('OMS documents the dbTypes " ~ changefeed._oms_database_types() | join(', ') ~ "; here it is ',"
                    ~ " coalesce(oms_default.allMetaData.dbType, 'missing'), ', so whether db begins with a tenant cannot be known.')",
            },
            'row_missing': {
                'when': row_missing,
                'detail': "concat('A message ', oms_default.recordType, ' of OMS has the row after the change in postStruct (INSERT, UPDATE, ROW) and the row before it in prevStruct (UPDATE, DELETE).')",
            },
            'statement_missing': {
                'when': "oms_default.recordType = 'DDL' and nullif(oms_default.postStruct['ddl'], '') is null",
                'detail': "'A message DDL of OMS has its statement in postStruct.ddl.'",
            },
            'sequence_missing': changefeed.oms_sequence_missing(
                'oms_default_operation', 'storeDataSequence', 'oms_default.allMetaData.storeDataSequence', 'oms_default_sequence'
            ),
        },
        'changes': {
            'operation': 'oms_default_operation',
            'source_database': 'oms_default_database',
            'source_schema': 'oms_default_schema',
            'source_table': 'oms_default.allMetaData.table_name',
            'key_columns': "split(nullif(oms_default.allMetaData.record_primary_key, ''), r'\\x01')",
            'after_rows': "if(oms_default.recordType = 'DELETE', array(), array(" ~ changefeed.without_columns('oms_default_row_after', 'oms_default_unsent') ~ '))',
            'before_rows': "if(oms_default.recordType in ('INSERT', 'ROW'), array(), array(" ~ changefeed.without_columns('oms_default_row_before', 'oms_default_unsent') ~ '))',
            'is_partial': is_partial,
            'column_types': "if(oms_default.recordType = 'DDL', null, to_json(oms_default_types))",
            'source_at': changefeed._oms_seconds('oms_default.allMetaData.timestamp'),
            'source_sequence': 'if(' ~ changefeed.oms_orders_by_sequence() ~ " and oms_default_operation <> 'snapshot', oms_default_sequence, null)",
            'transaction_id': "nullif(oms_default.allMetaData.transId, '')",
            'statement': "if(oms_default.recordType = 'DDL', oms_default.postStruct['ddl'], null)",
            'statement_kind': "if(oms_default.recordType = 'DDL', lower(coalesce(nullif(oms_default.allMetaData.ddlType, ''), 'ddl')), null)",
        },
        'value': changefeed.oms_text_value,
        'ambiguous_nulls': changefeed.oms_ambiguous_nulls(),
    }) -}}
{%- endmacro -%}


{#- OMS's names of kinds of sources, in capitals. OCEANBASE and OB_IN_ORACLE_MODE are the earlier names of OceanBase's two modes. -#}
{%- macro _oms_database_types() -%}
    {{- return(['MYSQL', 'ORACLE', 'OCEANBASE', 'OB_MYSQL', 'OB_ORACLE', 'OB_IN_ORACLE_MODE', 'DB2', 'DB2 LUW']) -}}
{%- endmacro -%}


{#- Seconds since 1970, or milliseconds where there are 12 digits or more, perhaps with a fraction, as a timestamp. -#}
{%- macro _oms_seconds(text) -%}
{{ changefeed.millis_to_timestamp("case when " ~ text ~ " rlike r'^[0-9]{1,11}\\z' then cast(" ~ text ~ " as bigint) * 1000 when " ~ text
    ~ " rlike r'^[0-9]{12,15}([.][0-9]+)?\\z' then cast(substring_index(" ~ text ~ ", '.', 1) as bigint) end") }}
{%- endmacro -%}
