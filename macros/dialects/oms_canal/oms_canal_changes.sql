{#-
What a message of OMS's Canal kind says: a row change, or one statement. Of a large value (LOB) that an UPDATE left alone, OMS
sends NULL; `old` names the columns that changed, so a NULL of a LOB that `old` does not name is no value.
-#}
{%- macro oms_canal_changes() -%}
{%- set operations = {
    'INSERT': 'insert',
    'UPDATE': 'update',
    'DELETE': 'delete',
    'ROW': 'snapshot',
} -%}
{%- set statement_operations = changefeed.canal_statement_operations() -%}
{%- set operation -%}
    case
        when not oms_canal.isDdl then {{ changefeed.lookup('oms_canal.type', operations) }}
        when oms_canal.type in ('{{ statement_operations | join("', '") }}') and {{ changefeed.is_truncate('oms_canal.sql') }} then 'truncate'
        else {{ changefeed.lookup('oms_canal.type', statement_operations) }}
    end
{%- endset -%}
{%- set is_row = "not oms_canal.isDdl and oms_canal.type in ('" ~ operations | join("', '") ~ "')" -%}
{%- set declared = changefeed.declared_for_table('declared_types', 'oms_canal.database', "''", 'oms_canal.table') -%}
{%- set types -%}
    if(
        {{ declared }} is null,
        oms_canal.mysqlType,
        map_concat(
            map_filter({{ declared }}, (name, type) -> not coalesce(map_contains_key(oms_canal.mysqlType, name), false)),
            coalesce(oms_canal.mysqlType, map())
        )
    )
{%- endset -%}
{%- set may_leave_out_lobs = "coalesce(options['lob_mode'], '') <> 'complete'" -%}
{#- A LOB column's NULL, of which nothing says that it was set. -#}
{%- set is_left_out = "(<text> is null and coalesce(" ~ changefeed.oceanbase_is_lob('coalesce(oms_canal.mysqlType[<name>], ' ~ declared ~ '[<name>])') ~ ', false))' -%}
{%- set is_kept -%}
    not {{ is_left_out | replace('<text>', 'text') | replace('<name>', 'name') }}
{%- endset -%}

    {{- return({
        'faults': [
            {
                'reason': 'unknown_operation',
                'when': '(' ~ operation ~ ') is null',
                'detail': "concat('OMS documents no type ', oms_canal.type, ' with isDdl ', oms_canal.isDdl, ' for its Canal kind.')",
            },
            {
                'reason': 'data_not_rows',
                'when': is_row ~ ' and (oms_canal.data is null or exists(oms_canal.data, r -> r is null))',
                'detail': "concat('An OMS ', oms_canal.type, ' carries its row in data, an array of objects;"
                    ~ " here data is absent, null or holds something else.')",
            },
            {
                'reason': 'old_not_rows',
                'when': "not oms_canal.isDdl and oms_canal.type = 'UPDATE' and size(oms_canal.data) > 0 and (oms_canal.old is null"
                    ~ ' or size(oms_canal.old) <> size(oms_canal.data) or exists(oms_canal.old, r -> r is null))',
                'detail': "'An UPDATE of OMS carries in old one object for each row of data;"
                    ~ " here old is absent, shorter, longer or holds something else.'",
            },
        ],
        'operation': 'if(' ~ is_row ~ " and size(oms_canal.data) = 0, 'other', " ~ operation ~ ')',
        'source_database': 'oms_canal.database',
        'source_table': 'oms_canal.table',
        'key_columns': 'if(size(oms_canal.pkNames) > 0, oms_canal.pkNames, null)',
        'after_rows': "case when oms_canal.type = 'DELETE' then array() when oms_canal.type = 'UPDATE' and " ~ may_leave_out_lobs
            ~ ' then zip_with(oms_canal.data, oms_canal.old, (row, changed) -> map_filter(row, (name, text) -> '
            ~ is_kept ~ ' or map_contains_key(changed, name))) else oms_canal.data end',
        'before_rows': "case oms_canal.type when 'UPDATE' then oms_canal.old when 'DELETE' then if(" ~ may_leave_out_lobs
            ~ ', transform(oms_canal.data, row -> map_filter(row, (name, text) -> ' ~ is_kept ~ ')), oms_canal.data) else array() end',
        'is_before_changed_only': "oms_canal.type = 'UPDATE'",
        'is_partial': "oms_canal.type in ('UPDATE', 'DELETE') and (coalesce(options['absent_means'] = 'unchanged', false) or " ~ may_leave_out_lobs
            ~ " and (oms_canal.type = 'DELETE' or coalesce(exists(zip_with(oms_canal.data, oms_canal.old, (row, changed) -> exists(map_entries(row), column -> "
            ~ is_left_out | replace('<text>', 'column.value') | replace('<name>', 'column.key')
            ~ ' and not map_contains_key(changed, column.key))), is_one -> is_one), false)))',
        'column_types': 'to_json(' ~ types ~ ')',
        'source_at': changefeed.millis_to_timestamp('try_cast(oms_canal.es as bigint)'),
        'processed_at': changefeed.millis_to_timestamp('try_cast(oms_canal.ts as bigint)'),
        'statement': "nullif(oms_canal.sql, '')",
        'statement_kind': 'if(oms_canal.isDdl, lower(oms_canal.type), null)',
    }) -}}
{%- endmacro -%}
