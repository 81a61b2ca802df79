{#-
AWS DMS to Kafka. Terms: kind (record-type); operation; is_row; is_mysql; database and schema; declared_key; is_prefixed
(whether the columns before a change come with the prefix BI_, as the feed says); prefixed (names of columns that look
so); has_before (whether the record has the row before, as a member or by the prefix); is_key_only (whether a deleted
row has the columns of its key only).
-#}
{%- macro aws_dms_dialect() -%}
{%- set row = "if(dms_is_prefixed, map_filter(dms.data, (name, text) -> not startswith(name, 'BI_')), dms.data)" -%}
{%- set terms -%}
-- kind
dms.metadata.`record-type`
-- operation
case dms_kind
    when 'data' then {{ changefeed.lookup('dms.metadata.operation', {'load': 'snapshot', 'insert': 'insert', 'update': 'update', 'delete': 'delete'}) }}
    when 'control' then {{ changefeed.lookup('dms.metadata.operation', {
        'create-table': 'ddl', 'drop-table': 'ddl', 'rename-table': 'ddl', 'change-columns': 'ddl', 'add-column': 'ddl', 'drop-column': 'ddl', 'rename-column': 'ddl',
        'column-type-change': 'ddl', 'truncate-table': 'truncate',
    }) }}
end
-- is_row
dms_kind = 'data'
-- is_mysql
coalesce(source_kind in ('mysql', 'mariadb'), false)
-- database
if(dms_is_mysql, dms.metadata.`schema-name`, null)
-- schema
if(dms_is_mysql, null, dms.metadata.`schema-name`)
-- declared_key
{{ changefeed.declared_for_table('declared_keys', 'dms_database', 'dms_schema', 'dms.metadata.`table-name`') }}
-- is_prefixed
options['before_columns'] <=> 'prefixed' and dms.`before-image` is null
-- prefixed
if(
    dms_operation = 'update' and dms.`before-image` is null,
    filter(map_keys(dms.data), name -> startswith(name, 'BI_') and array_contains(map_keys(dms.data), substr(name, 4))),
    array()
)
-- has_before
(coalesce(size(dms.`before-image`), 0) > 0 or dms_is_prefixed and exists(map_keys(dms.data), name -> startswith(name, 'BI_')))
-- is_key_only
source_kind <=> 'postgresql' and coalesce(size(dms_declared_key), 1) > 0
{%- endset -%}
{%- set changes -%}
-- operation
dms_operation
-- source_database
dms_database
-- source_schema
dms_schema
-- source_table
dms.metadata.`table-name`
-- after_rows
if(dms_operation in ('snapshot', 'insert', 'update'), array({{ row }}), array())
-- before_rows
case
    when dms_operation = 'update' and dms_has_before then array(if(
        dms_is_prefixed,
        transform_keys(map_filter(dms.data, (name, text) -> startswith(name, 'BI_')), (name, text) -> substr(name, 4)),
        dms.`before-image`
    ))
    {#- PostgreSQL logs the key of a deleted row; DMS writes null for the rest. -#}
    when dms_operation = 'delete' then array(if(dms_is_key_only, map_filter({{ row }}, (name, text) -> text is not null), {{ row }}))
    else array()
end
-- is_partial
coalesce(dms_operation in ('update', 'delete'), false) and (options['absent_means'] <=> 'unchanged' or dms_operation = 'delete' and dms_is_key_only)
-- source_at
{{ changefeed.text_to_timestamp('dms.metadata.`commit-timestamp`', "'UTC'") }}
-- processed_at
{{ changefeed.text_to_timestamp('dms.metadata.timestamp', "'UTC'") }}
-- transaction_id
dms.metadata.`transaction-id`
{# What a control record means, as SQL: the names in the quotes of the source. #}
-- statement
if(
    dms.metadata.operation in ('create-table', 'drop-table') and dms_kind = 'control',
    concat(
        left(dms.metadata.operation, length(dms.metadata.operation) - 6), ' table ',
        if(dms_is_mysql, concat('`', replace(dms.metadata.`table-name`, '`', '``'), '`'), concat('"', replace(dms.metadata.`table-name`, '"', '""'), '"')),
        if(dms.metadata.operation = 'create-table', ' ()', '')
    ),
    null
)
-- statement_kind
if(dms_kind = 'control', dms.metadata.operation, null)
{%- endset -%}
    {{- return({
        'name': 'aws_dms',
        'version': 1,
        'source_kinds': ['mysql', 'mariadb', 'postgresql', 'oracle', 'sqlserver', 'db2'],
        'envelope': {
            'name': 'dms',
            'format': 'json_object',
            'members': {
                'data': 'map<string,string>', 'before-image': 'map<string,string>',
                'metadata': {
                    'timestamp': 'string', 'record-type': 'text', 'operation': 'text', 'schema-name': 'text', 'table-name': 'text',
                    'transaction-id': 'string', 'commit-timestamp': 'string',
                },
            },
        },
        'members': ['before-image', 'control', 'data', 'metadata'],
        'signature': {'has': ['metadata'], 'usually_has': [['data', 'control']]},
        'options': dict(changefeed.framing_option(), **{
            'absent_means': {
                'values': ['as_null', 'unchanged'],
                'meaning': "what a column means that a row lacks: as_null if the endpoint leaves NULLs out (IncludeNullAndEmpty=false, its default), unchanged if it writes them (true)",
            },
            'before_columns': {
                'values': ['undeclared', 'prefixed', 'none'],
                'default': 'undeclared',
                'meaning': "what columns are that begin with BI_: prefixed if the task adds before images as columns (add-before-image-columns), none if they are columns of the source",
            },
            'hex_prefix': {
                'values': ['0x', 'none'],
                'default': '0x',
                'meaning': 'what precedes bytes in hexadecimal digits: 0x, or nothing if the endpoint has NoHexPrefix=true; read by typed tables',
                'is_for_types': true,
            },
        }),
        'terms': changefeed.parts(terms),
        'faults': changefeed.aws_dms_faults(),
        'changes': changefeed.parts(changes),
        'types': changefeed.aws_dms_types(),
    }) -}}
{%- endmacro -%}
