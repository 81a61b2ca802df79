{#-
What DTS's Avro records and those of OMS share: the envelope and how a record is read. Terms: is_mysql; operation; is_row (whether it carries a row);
columns; images (before, after: the values by place); is_sound (each image has a value for each column, each column once); fraction_digits; charsets (Java's, by
name); texts (of the values); unknown_charset and unread (the first of these); rows (before, after); keys (by the name of the key); name (the parts of the table's name, names of shards replaced by those that they are of).
-#}
{%- macro dts_record_family(service, fraction_digits, timestamp_digits) -%}
{%- set operations = {
    'INSERT': 'insert', 'UPDATE': 'update', 'DELETE': 'delete', 'INIT': 'snapshot',
    'DDL': 'ddl', 'COMMAND': 'ddl',
    'BEGIN': 'begin', 'COMMIT': 'commit', 'ROLLBACK': 'rollback', 'ABORT': 'rollback',
    'HEARTBEAT': 'heartbeat',
    'CHECKPOINT': 'other', 'FILL': 'other', 'FINISH': 'other', 'CONTROL': 'other', 'RDB': 'other', 'NOOP': 'other',
} -%}
{%- set operation -%}
case
    when dts_record.operation in ('DDL', 'COMMAND') and {{ changefeed.is_truncate('dts_record.afterImages.member0') }} then 'truncate'
    else {{ changefeed.lookup('dts_record.operation', operations) }}
end
{%- endset -%}
{%- set is_sound -%}
size(array_distinct(dts_record_columns)) = size(dts_record_columns)
and forall(dts_record_images, image -> image is null or size(image) = size(dts_record_columns))
{%- endset -%}
{%- set texts -%}
transform(dts_record_images, image -> transform(
    image,
    (v, i) -> {{ changefeed.dts_record_value_text('v', 'dts_record.fields.member1[i].dataTypeNumber', timestamp_digits) | indent(4) }}
))
{%- endset -%}
{%- set unknown_charset -%}
filter(flatten(filter(dts_record_images, image -> image is not null)), v -> v.member1 is not null and dts_record_charsets[lower(v.member1.charset)] is null)[0].member1.charset
{%- endset -%}
{#- The first column with a value that has no text. -#}
{%- set unread -%}
if(
    dts_record_is_sound,
    flatten(transform(filter(arrays_zip(dts_record_images, dts_record_texts), side -> side.dts_record_images is not null), side -> filter(
        zip_with(
            dts_record_columns,
            zip_with(side.dts_record_images, side.dts_record_texts, (v, text) -> v is not null and text is null and not (v.member11 <=> 'NONE')),
            (column, is_unread) -> if(is_unread, column, null)
        ),
        column -> column is not null
    )))[0],
    null
)
{%- endset -%}
{#- EmptyObject.NONE is a value that the source's log lacks. -#}
{%- set rows -%}
if(
    dts_record_is_row and dts_record_is_sound,
    transform(dts_record_texts, (values, side) -> if(
        exists(dts_record_images[side], v -> v.member11 is not null),
        map_filter(
            map_from_arrays(dts_record_columns, values),
            (column, value) -> dts_record_images[side][cast(array_position(dts_record_columns, column) - 1 as int)].member11 is null
        ),
        map_from_arrays(dts_record_columns, values)
    )),
    null
)
{%- endset -%}
{#- A dot within a part is written as its escape (ObjectNameUtils of the SDK). -#}
{%- set name -%}
transform(split(dts_record.objectName, '[.]'), part -> replace(part, r'\u002E', '.'))
{%- endset -%}
{%- set table_name = "if(size(dts_record_name) > 1, coalesce(dts_record.tags['l_tb_name'], element_at(dts_record_name, -1)), null)" -%}
    {{- return({
        'envelope': {
            'name': 'dts_record',
            'format': 'avro',
            'versions': [{'name': 'Record of DTS, with or without bornTimestamp', 'schema': changefeed.dts_record_schema(), 'may_append': 'long'}],
        },
        'signature': {'has': []},
        'options': {
            'framing': {
                'values': ['none', 'confluent'],
                'default': 'none',
                'meaning': 'what stands before a record: nothing, or the five bytes of a Confluent schema registry',
            },
            'fraction': {
                'values': ['micros', 'nanos'],
                'is_optional': true,
                'meaning': 'in which unit the field millis of DateTime is, where that is not known of the source',
            },
        },
        'terms': {
            'is_mysql': "dts_record.source.sourceType in ('MySQL', 'DRDS')",
            'operation': operation,
            'is_row': "dts_record.operation in ('INSERT', 'UPDATE', 'DELETE', 'INIT')",
            'columns': 'transform(dts_record.fields.member1, f -> f.name)',
            'images': 'if(dts_record_is_row, array(dts_record.beforeImages.member1, dts_record.afterImages.member1), null)',
            'is_sound': is_sound,
            'fraction_digits': "case options['fraction'] when 'micros' then 6 when 'nanos' then 9 else " ~ fraction_digits ~ ' end',
            'charsets': changefeed.java_charsets(),
            'texts': texts,
            'unknown_charset': unknown_charset,
            'unread': unread,
            'rows': rows,
            'keys': "from_json(nullif(trim(dts_record.tags['pk_uk_info']), ''), 'map<string,array<string>>', " ~ changefeed.json_options() ~ ')',
            'name': name,
        },
        'faults': changefeed.dts_record_faults(service),
        'changes': {
            'operation': "coalesce(dts_record_operation, 'other')",
            'source_database': "coalesce(dts_record.tags['l_db_name'], if(dts_record_name[0] = '', null, dts_record_name[0]))",
            'source_schema': 'if(size(dts_record_name) = 3, dts_record_name[1], null)',
            'source_table': table_name,
            'key_columns': "if(size(dts_record_keys['PRIMARY']) > 0, dts_record_keys['PRIMARY'], null)",
            'after_rows': 'if(dts_record_rows[1] is null, array(), array(dts_record_rows[1]))',
            'before_rows': 'if(dts_record_rows[0] is null, array(), array(dts_record_rows[0]))',
            'is_partial': "dts_record.operation in ('UPDATE', 'DELETE') and exists(dts_record_images, image -> coalesce(exists(image, v -> v.member11 is not null), false))",
            'column_types': changefeed.dts_record_column_types(),
            'source_at': changefeed.millis_to_timestamp('try_multiply(dts_record.sourceTimestamp, 1000L)'),
            'processed_at': changefeed.millis_to_timestamp("coalesce(element_at(dts_record.processTimestamps, -1), try_cast(dts_record.tags['readerThroughoutTime'] as bigint))"),
            'transaction_id': "coalesce(nullif(nullif(dts_record.sourceTxid, ''), '0'), dts_record.tags['GTID'])",
            'statement': "if(dts_record_is_row, null, nullif(dts_record.afterImages.member0, ''))",
            'statement_kind': "if(dts_record.operation in ('DDL', 'COMMAND'), lower(dts_record.operation), null)",
        },
    }) -}}
{%- endmacro -%}
