{#- What a DRS message says: a row change for each element of `data` or `old`, or one statement. DRS JSON has the row of a DELETE in `old`. -#}
{%- macro drs_json_changes(deleted_rows='old') -%}
{%- set name, other_name, other_rows = ('JSON', 'JSON-C', 'data') if deleted_rows == 'old' else ('JSON-C', 'JSON', 'old') -%}
{%- set operations = {
    'INSERT': 'insert',
    'UPDATE': 'update',
    'DELETE': 'delete',
    'INIT': 'snapshot',
} -%}
{%- set operation -%}
    case
        when drs.type = 'INIT_DDL' or (drs.type = 'DDL' and drs.isDdl)
            then if({{ changefeed.is_truncate('drs.sql') }}, 'truncate', 'ddl')
        when not drs.isDdl then {{ changefeed.lookup('drs.type', operations) }}
    end
{%- endset -%}
{%- set is_row = "drs.type in ('" ~ operations | join("', '") ~ "')" -%}
{%- set is_full_load = "drs.type in ('INIT', 'INIT_DDL')" -%}
{%- set has_id = "coalesce(drs.id rlike '^[0-9]{1,38}$', false)" -%}

    {{- return({
        'faults': [
            {
                'reason': 'unknown_operation',
                'when': '(' ~ operation ~ ') is null',
                'detail': "concat('DRS documents no type ', drs.type, ' with isDdl ', drs.isDdl, '.')",
            },
            {
                'reason': 'deleted_rows_elsewhere',
                'when': "drs.type = 'DELETE' and coalesce(size(drs." ~ deleted_rows ~ "), 0) <= 0 and size(drs." ~ other_rows ~ ") > 0",
                'detail': "'A DELETE in DRS " ~ name ~ " has its row in " ~ deleted_rows ~ "; here it is in " ~ other_rows ~ ", as in "
                    ~ other_name ~ ". Look up which format the task writes, and check the dialect of this feed in seeds/feeds.csv.'",
            },
            {
                'reason': 'sequence_missing',
                'when': 'not ' ~ is_full_load ~ ' and not ' ~ has_id,
                'detail': "concat('A DRS message has a whole number in id, by which changes are ordered; here it is ', coalesce(drs.id, 'missing'), '.')",
            },
            {
                'reason': 'data_not_rows',
                'when': is_row ~ (" and drs.type <> 'DELETE'" if deleted_rows == 'old' else '')
                    ~ ' and (drs.data is null or exists(drs.data, r -> r is null))',
                'detail': "concat('A DRS ', drs.type, ' carries its rows in data, an array of objects;"
                    ~ " here data is absent, null or holds something else.')",
            },
            {
                'reason': 'old_not_rows',
                'when': '('
                    ~ ("drs.type = 'DELETE' and (drs.old is null or exists(drs.old, r -> r is null)) or " if deleted_rows == 'old' else '')
                    ~ "drs.type = 'UPDATE' and size(drs.data) > 0 and (drs.old is null or size(drs.old) <> size(drs.data)"
                    ~ ' or exists(drs.old, r -> r is null)))',
                'detail': "concat('A DRS ', drs.type, ' carries in old an array of objects, an UPDATE one for each row of data;"
                    ~ " here old is absent, shorter, longer or holds something else.')",
            },
        ],
        'operation': 'if(' ~ is_row ~ " and size(if(drs.type = 'DELETE', drs." ~ deleted_rows ~ ", drs.data)) = 0, 'other', " ~ operation ~ ')',
        'source_database': "if(source_kind = 'oracle', null, drs.database)",
        'source_schema': "if(source_kind = 'oracle', drs.database, null)",
        'source_table': "if(source_kind = 'oracle', drs.table, rtrim(drs.table))",
        'key_columns': 'if(size(drs.pkNames) > 0, drs.pkNames, null)',
        'after_rows': "if(drs.type = 'DELETE', array(), drs.data)",
        'before_rows': "case drs.type when 'UPDATE' then drs.old when 'DELETE' then drs." ~ deleted_rows ~ ' else array() end',
        'is_before_changed_only': "drs.type = 'UPDATE'",
        'is_partial': "drs.type in ('UPDATE', 'DELETE') and coalesce(source_kind = 'oracle', false)",
        'column_types': 'drs.mysqlType',
        'source_at': changefeed.millis_to_timestamp('try_cast(drs.es as bigint)'),
        'processed_at': changefeed.millis_to_timestamp('try_cast(drs.ts as bigint)'),
        'source_sequence': 'if(' ~ is_full_load ~ ' or not ' ~ has_id ~ ', null, array(cast(drs.id as decimal(38,0))))',
        'statement': "nullif(drs.sql, '')",
        'statement_kind': "if(drs.type in ('DDL', 'INIT_DDL'), lower(drs.type), null)",
    }) -}}
{%- endmacro -%}
