{#-
What a message of DTS's Canal JSON says: a row change for each element of `data` or `old`, or one statement. Instances that
were neither created nor restarted since 2022-03-20 write the variant `swapped`: the row after an UPDATE and the row of a
DELETE are in `old` (DTS, "Canal Json": data and old).
-#}
{%- macro dts_canal_changes() -%}
{%- set operations = {
    'INSERT': 'insert',
    'UPDATE': 'update',
    'DELETE': 'delete',
    'INIT': 'snapshot',
} -%}
{%- set operation -%}
    case
        when dts_canal.isDdl and dts_canal.type = 'DDL' then if({{ changefeed.is_truncate('dts_canal.sql') }}, 'truncate', 'ddl')
        when not dts_canal.isDdl then {{ changefeed.lookup('dts_canal.type', operations) }}
    end
{%- endset -%}
{%- set is_row = "not dts_canal.isDdl and dts_canal.type in ('" ~ operations | join("', '") ~ "')" -%}
{%- set is_swapped = "options['variant'] <=> 'swapped'" -%}
{%- set data_holds = 'coalesce(size(dts_canal.data), 0) > 0' -%}
{%- set old_holds = 'coalesce(size(dts_canal.old), 0) > 0' -%}
{#- The rows of an INSERT, a DELETE or a full load. -#}
{%- set single_rows -%}
    case
        when not {{ is_swapped }} then dts_canal.data
        when dts_canal.type = 'DELETE' then dts_canal.old
        when {{ data_holds }} then dts_canal.data
        else coalesce(dts_canal.old, dts_canal.data)
    end
{%- endset -%}
{#- A time of 13 digits (2001 to 2096) and a counter. -#}
{%- set has_sequence = "dts_canal.id rlike '^[1-3][0-9]{13,37}$'" -%}

    {{- return({
        'faults': [
            {
                'reason': 'unknown_operation',
                'when': '(' ~ operation ~ ') is null',
                'detail': "concat('DTS documents no type ', dts_canal.type, ' with isDdl ', dts_canal.isDdl, '.')",
            },
            {
                'reason': 'deleted_rows_elsewhere',
                'when': "dts_canal.type = 'DELETE' and if(" ~ is_swapped ~ ', ' ~ data_holds ~ ' and not ' ~ old_holds ~ ', '
                    ~ old_holds ~ ' and not ' ~ data_holds ~ ')',
                'detail': "concat('In the variant ', if(" ~ is_swapped ~ ", 'swapped a DELETE has its row in old; here it is in data',"
                    ~ " 'standard a DELETE has its row in data; here it is in old'), ', as the other variant writes it. The images of"
                    ~ " UPDATEs would be taken for each other. An instance changes to standard when it is restarted on or after 2022-03-20:"
                    ~ " check the option variant of this feed in seeds/feeds.csv.')",
            },
            {
                'reason': 'data_not_rows',
                'when': is_row ~ " and if(dts_canal.type = 'UPDATE', dts_canal.data, " ~ single_rows ~ ') is null'
                    ~ ' or ' ~ is_row ~ ' and exists(dts_canal.data, r -> r is null)',
                'detail': "concat('A DTS ', dts_canal.type, ' carries its rows in an array of objects (data; old for the DELETE of an old instance);"
                    ~ " here it is absent, null or holds something else.')",
            },
            {
                'reason': 'old_not_rows',
                'when': is_row ~ " and (dts_canal.type = 'UPDATE' and size(dts_canal.data) > 0"
                    ~ ' and (dts_canal.old is null or size(dts_canal.old) <> size(dts_canal.data))'
                    ~ ' or exists(dts_canal.old, r -> r is null))',
                'detail': "'An UPDATE of DTS carries in old one object for each row of data;"
                    ~ " here old is absent, shorter, longer or holds something else.'",
            },
            {
                'reason': 'two_images',
                'when': is_swapped ~ " and dts_canal.type in ('INSERT', 'INIT') and " ~ data_holds ~ ' and ' ~ old_holds,
                'detail': "concat('A new row (', dts_canal.type, ') has one image; here both data and old hold rows.')",
            },
        ],
        'operation': 'if(' ~ is_row ~ " and size(if(dts_canal.type = 'UPDATE', dts_canal.data, " ~ single_rows ~ ")) = 0, 'other', "
            ~ operation ~ ')',
        'source_database': 'dts_canal.database',
        'source_table': 'dts_canal.table',
        'key_columns': 'if(size(dts_canal.pkNames) > 0, dts_canal.pkNames, null)',
        'after_rows': "case when dts_canal.type = 'DELETE' then array() when dts_canal.type <> 'UPDATE' then " ~ single_rows
            ~ ' when ' ~ is_swapped ~ " and options['absent_means'] <=> 'as_null' then dts_canal.old"
            ~ ' when ' ~ is_swapped ~ ' then zip_with(dts_canal.data, dts_canal.old, (was, changed) -> '
            ~ changefeed.overlay('was', 'changed') ~ ') else dts_canal.data end',
        'before_rows': "case when dts_canal.type = 'DELETE' then " ~ single_rows ~ " when dts_canal.type <> 'UPDATE' then array()"
            ~ ' when ' ~ is_swapped ~ ' then dts_canal.data else dts_canal.old end',
        'is_before_changed_only': "dts_canal.type = 'UPDATE' and not " ~ is_swapped,
        'is_partial': "dts_canal.type in ('UPDATE', 'DELETE') and coalesce(options['absent_means'], '') <> 'as_null'",
        'column_types': 'dts_canal.mysqlType',
        'source_at': changefeed.millis_to_timestamp('try_cast(dts_canal.es as bigint)'),
        'processed_at': changefeed.millis_to_timestamp('try_cast(dts_canal.ts as bigint)'),
        'source_sequence': "if(dts_canal.type <> 'INIT' and not " ~ is_swapped ~ ' and ' ~ has_sequence
            ~ ', array(cast(left(dts_canal.id, 13) as decimal(38,0)), cast(substr(dts_canal.id, 14) as decimal(38,0))), null)',
        'transaction_id': "nullif(dts_canal.gtid, '')",
        'statement': "nullif(dts_canal.sql, '')",
        'statement_kind': "if(dts_canal.isDdl, lower(dts_canal.type), null)",
    }) -}}
{%- endmacro -%}
