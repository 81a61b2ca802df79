texts as (

    select
        *,
        if(
            dialect in ('dts_avro'),
            case coalesce(options['framing'], case dialect when 'dts_avro' then 'none' end)
                when 'none' then value
                when 'confluent' then if(startswith(value, x'00') and length(value) >= 5, substring(value, 6), null)
                when 'single_object' then if(startswith(value, x'c301') and length(value) >= 10, substring(value, 11), null)
            end,
            null
        ) as avro_payload,
        concat(x'02', unhex(sha2(avro_payload, 256))) as avro_end,
        if(length(value) = 0 and not (dialect = 'dts_avro' and length(value) <= 2), 'empty_value', null) as text_fault
    from messages

),

avro_records as (

    select
        * except (avro_payload, avro_end),
        avro_payload is not null as is_framed,
        case
            when avro_payload is not null and dialect in ('dts_avro') then coalesce(
                aggregate(array(), from_avro(concat(avro_payload, avro_end), '{"type":"record","name":"Whole","fields":[{"name":"message","type":{"type":"record","name":"Record","fields":[{"name":"version","type":"int"},{"name":"id","type":"long"},{"name":"sourceTimestamp","type":"long"},{"name":"sourcePosition","type":"string"},{"name":"safeSourcePosition","type":"string"},{"name":"sourceTxid","type":"string"},{"name":"source","type":{"name":"Source","type":"record","fields":[{"name":"sourceType","type":{"name":"SourceType","type":"enum","symbols":["MySQL","Oracle","SQLServer","PostgreSQL","MongoDB","Redis","DB2","PPAS","DRDS","HBASE","HDFS","FILE","OTHER"]}},{"name":"version","type":"string"}]}},{"name":"operation","type":{"name":"Operation","type":"enum","symbols":["INSERT","UPDATE","DELETE","DDL","BEGIN","COMMIT","ROLLBACK","ABORT","HEARTBEAT","CHECKPOINT","COMMAND","FILL","FINISH","CONTROL","RDB","NOOP","INIT"]}},{"name":"objectName","type":["null","string"]},{"name":"processTimestamps","type":["null",{"type":"array","items":"long"}]},{"name":"tags","type":{"type":"map","values":"string"}},{"name":"fields","type":["null","string",{"type":"array","items":{"name":"Field","type":"record","fields":[{"name":"name","type":"string"},{"name":"dataTypeNumber","type":"int"}]}}]},{"name":"beforeImages","type":["null","string",{"type":"array","items":["null",{"type":"record","name":"Integer","fields":[{"name":"precision","type":"int"},{"name":"value","type":"string"}]},{"type":"record","name":"Character","fields":[{"name":"charset","type":"string"},{"name":"value","type":"bytes"}]},{"type":"record","name":"Decimal","fields":[{"name":"value","type":"string"},{"name":"precision","type":"int"},{"name":"scale","type":"int"}]},{"type":"record","name":"Float","fields":[{"name":"value","type":"double"},{"name":"precision","type":"int"},{"name":"scale","type":"int"}]},{"type":"record","name":"Timestamp","fields":[{"name":"timestamp","type":"long"},{"name":"millis","type":"int"}]},{"type":"record","name":"DateTime","fields":[{"name":"year","type":["null","int"]},{"name":"month","type":["null","int"]},{"name":"day","type":["null","int"]},{"name":"hour","type":["null","int"]},{"name":"minute","type":["null","int"]},{"name":"second","type":["null","int"]},{"name":"millis","type":["null","int"]}]},{"type":"record","name":"TimestampWithTimeZone","fields":[{"name":"value","type":"DateTime"},{"name":"timezone","type":"string"}]},{"type":"record","name":"BinaryGeometry","fields":[{"name":"type","type":"string"},{"name":"value","type":"bytes"}]},{"type":"record","name":"TextGeometry","fields":[{"name":"type","type":"string"},{"name":"value","type":"string"}]},{"type":"record","name":"BinaryObject","fields":[{"name":"type","type":"string"},{"name":"value","type":"bytes"}]},{"type":"record","name":"TextObject","fields":[{"name":"type","type":"string"},{"name":"value","type":"string"}]},{"type":"enum","name":"EmptyObject","symbols":["NULL","NONE"]}]}]},{"name":"afterImages","type":["null","string",{"type":"array","items":["null","Integer","Character","Decimal","Float","Timestamp","DateTime","TimestampWithTimeZone","BinaryGeometry","TextGeometry","BinaryObject","TextObject","EmptyObject"]}]}]}},{"name":"appended","type":"long"},{"name":"end","type":{"name":"End","type":"fixed","size":32}}]}', map('mode', 'PERMISSIVE')), (read, nothing) -> read, read -> if((read.end = left(avro_end, 32) or (read.end = substring(avro_end, 2) and read.appended = 1)), aggregate(array(), read.message, (m, nothing) -> m, m -> aggregate(array(), m.fields.member1.name, (columns, nothing) -> columns, columns -> aggregate(array(), if(
                    m.operation in ('INSERT', 'UPDATE', 'DELETE', 'INIT'),
                    transform(
                        concat(coalesce(m.beforeImages.member1, array()), coalesce(m.afterImages.member1, array())),
                        (v, i) -> coalesce(
                            if(v.member1.charset = 'utf8mb4' or v.member1.charset = 'utf8mb3' or v.member1.charset = 'utf8', cast(v.member1.value as string), null),
                            v.member0.value,
                            v.member2.value,
                            case
                                when v is null then null
                                when v.member1 is not null
                                    then if(
                                        v.member1.charset in ('utf8mb4', 'utf8mb3', 'utf8'),
                                        try_validate_utf8(cast(v.member1.value as string)),
                                        transform(
                                            array(map('utf8mb4', 'UTF-8', 'utf8mb3', 'UTF-8', 'utf8', 'UTF-8', 'utf-8', 'UTF-8', 'al32utf8', 'UTF-8', 'gbk', 'GBK', 'zhs16gbk', 'GBK', 'gb18030', 'GB18030', 'zhs32gb18030', 'GB18030', 'gb2312', 'GB2312', 'big5', 'Big5', 'zht16big5', 'Big5', 'ascii', 'US-ASCII', 'us-ascii', 'US-ASCII', 'us7ascii', 'US-ASCII', 'binary', 'ISO-8859-1', 'iso-8859-1', 'ISO-8859-1', 'we8iso8859p1', 'ISO-8859-1', 'latin1', 'windows-1252', 'cp1252', 'windows-1252', 'windows-1252', 'windows-1252', 'we8mswin1252', 'windows-1252', 'latin2', 'ISO-8859-2', 'latin5', 'ISO-8859-9', 'latin7', 'ISO-8859-13', 'greek', 'ISO-8859-7', 'hebrew', 'ISO-8859-8', 'cp1250', 'windows-1250', 'cp1251', 'windows-1251', 'cp1256', 'windows-1256', 'cp1257', 'windows-1257', 'cp850', 'IBM850', 'cp852', 'IBM852', 'cp866', 'IBM866', 'cp932', 'windows-31j', 'sjis', 'Shift_JIS', 'ujis', 'EUC-JP', 'eucjpms', 'x-eucJP-Open', 'euckr', 'EUC-KR', 'koi8r', 'KOI8-R', 'koi8u', 'KOI8-U', 'tis620', 'TIS-620', 'macce', 'x-MacCentralEurope', 'macroman', 'x-MacRoman', 'utf16', 'UTF-16BE', 'ucs2', 'UTF-16BE', 'al16utf16', 'UTF-16BE', 'utf16le', 'UTF-16LE', 'utf32', 'UTF-32BE')[lower(v.member1.charset)]),
                                            name -> case
                                                when name is null then concat(cast(x'ff636861727365743a20' as string), v.member1.charset)
                                                when name = 'UTF-8' then try_validate_utf8(cast(v.member1.value as string))
                                                when encode(decode(v.member1.value, name), name) = v.member1.value then decode(v.member1.value, name)
                                            end
                                        )[0]
                                    )
                                when v.member3 is not null then cast(v.member3.value as string)
                                when v.member4 is not null then if(
                                    m.source.version = 'OBMySQL',
                                    case
                                        when v.member4.millis not between 0 and 999999999 then null
                                        when v.member4.millis = 0 then cast(v.member4.timestamp as string)
                                        when v.member4.timestamp >= 0 then concat(v.member4.timestamp, '.', rtrim('0', lpad(v.member4.millis, 9, '0')))
                                        else concat('-', -(v.member4.timestamp + 1), '.', rtrim('0', lpad(1000000000 - v.member4.millis, 9, '0')))
                                    end,
                                    case
                                        when v.member4.millis not between 0 and 999999 then null
                                        when v.member4.millis = 0 then cast(v.member4.timestamp as string)
                                        when v.member4.timestamp >= 0 then concat(v.member4.timestamp, '.', rtrim('0', lpad(v.member4.millis, 6, '0')))
                                        else concat('-', -(v.member4.timestamp + 1), '.', rtrim('0', lpad(1000000 - v.member4.millis, 6, '0')))
                                    end
                                )
                                when v.member5 is not null or v.member6 is not null then concat(
                                    transform(
                                        array(coalesce(v.member5, v.member6.value)),
                                        d -> transform(
                                            array(named_struct(
                                                'parts', coalesce(if(m.source.sourceType in ('MySQL', 'DRDS'), case
                                                    when m.fields.member1[i % size(m.fields.member1)].dataTypeNumber = 10 and coalesce(d.hour, 0) = 0 and coalesce(d.minute, 0) = 0 and coalesce(d.second, 0) = 0 and coalesce(d.millis, 0) = 0 then 'ymd'
                                                    when m.fields.member1[i % size(m.fields.member1)].dataTypeNumber in (11, 19) and coalesce(d.year, 0) = 0 and coalesce(d.month, 0) = 0 and coalesce(d.day, 0) = 0 then 'his'
                                                    when m.fields.member1[i % size(m.fields.member1)].dataTypeNumber = 13 and coalesce(d.month, 0) = 0 and coalesce(d.day, 0) = 0 and coalesce(d.hour, 0) = 0 then 'y'
                                                end, null), concat(if(d.year is null, '', 'y'), if(d.month is null, '', 'm'), if(d.day is null, '', 'd'), if(d.hour is null, '', 'h'),
                                                    if(d.minute is null, '', 'i'), if(d.second is null, '', 's'), if(coalesce(d.millis, 0) = 0 or d.hour is not null, '', 'f'))),
                                                'sign', if(least(coalesce(d.year, 0), coalesce(d.month, 0), coalesce(d.day, 0), coalesce(d.hour, 0), coalesce(d.minute, 0), coalesce(d.second, 0), coalesce(d.millis, 0)) < 0 and (coalesce(d.year, 0) = 0 or coalesce(d.day, 0) = 0), -1, 1),
                                                'digits', case
                                                    when options['fraction'] = 'micros' then 6
                                                    when options['fraction'] = 'nanos' then 9
                                                    when m.source.version = 'OBMySQL' then null
                                                    when m.source.sourceType in ('MySQL', 'DRDS') then 6
                                                    when m.source.sourceType = 'Oracle' then 9
                                                    when m.source.sourceType in ('PostgreSQL', 'PPAS') then if(contains(m.sourcePosition, '<->'), 9, 6)
                                                end
                                            )),
                                            k -> if(
                                                k.parts in ('y', 'ym', 'ymd', 'his', 'dhis', 'ymdhis'),
                                                concat(
                                                    if(k.sign < 0, '-', ''),
                                                    case
                                                        when startswith(k.parts, 'ymd') then concat(
                                                            if(d.year < 0, '-', ''), lpad(abs(d.year), greatest(4, length(abs(d.year))), '0'), '-',
                                                            if(d.month between 0 and 99, lpad(d.month, 2, '0'), null), '-', if(d.day between 0 and 99, lpad(d.day, 2, '0'), null)
                                                        )
                                                        when k.parts = 'y' then cast(d.year * k.sign as string)
                                                        when k.parts = 'ym' then if(d.year * k.sign >= 0, concat(d.year * k.sign, '-', if(d.month * k.sign between 0 and 99, lpad(d.month * k.sign, 2, '0'), null)), null)
                                                        when k.parts = 'dhis' then if(d.day * k.sign >= 0, cast(d.day * k.sign as string), null)
                                                        else ''
                                                    end,
                                                    if(length(k.parts) > 3, ' ', ''),
                                                    if(
                                                        endswith(k.parts, 'his'),
                                                        concat(
                                                            if(d.hour * k.sign >= 0, lpad(d.hour * k.sign, greatest(2, length(d.hour * k.sign)), '0'), null), ':',
                                                            if(d.minute * k.sign between 0 and 99, lpad(d.minute * k.sign, 2, '0'), null), ':', if(d.second * k.sign between 0 and 99, lpad(d.second * k.sign, 2, '0'), null),
                                                            case
                                                                when coalesce(d.millis, 0) = 0 then ''
                                                                when d.millis * k.sign > 0 and length(d.millis * k.sign) <= k.digits
                                                                    then concat('.', rtrim('0', lpad(d.millis * k.sign, k.digits, '0')))
                                                            end
                                                        ),
                                                        ''
                                                    )
                                                ),
                                                null
                                            )
                                        )[0]
                                    )[0],
                                    if(v.member6 is null, '', concat(' ', v.member6.timezone))
                                )
                                when v.member7 is not null then base64(v.member7.value)
                                when v.member8 is not null then v.member8.value
                                when v.member9 is not null then base64(v.member9.value)
                                when v.member10 is not null then v.member10.value
                            end,
                            if(v is null or v.member11 <=> 'NONE', null, cast(x'fe' as string))
                        )
                    ),
                    null
                ), (texts, nothing) -> texts, texts -> aggregate(array(), coalesce(array_contains(m.beforeImages.member1.member11, 'NONE'), false) or coalesce(array_contains(m.afterImages.member1.member11, 'NONE'), false), (is_partial, nothing) -> is_partial, is_partial -> aggregate(array(), size(array_distinct(columns)) = size(columns), (are_distinct, nothing) -> are_distinct, are_distinct -> named_struct(
                    'operation', m.operation,
                    'is_row', texts is not null,
                    'objectName', m.objectName,
                    'source', m.source,
                    'sourceTimestamp', m.sourceTimestamp,
                    'sourceTxid', m.sourceTxid,
                    'processTimestamps', m.processTimestamps,
                    'tags', m.tags,
                    'statement', m.afterImages.member0,
                    'columns_size', if(columns is null, null, size(columns)),
                    'are_columns_distinct', are_distinct,
                    'before_size', if(m.beforeImages.member1 is null, null, size(m.beforeImages.member1)),
                    'before_rows', array_compact(array(case
                        when texts is null or size(m.beforeImages.member1) <> size(columns) or not are_distinct then null
                        when is_partial
                            then map_filter(map_from_arrays(columns, slice(texts, 1 + 0, size(m.beforeImages.member1))), (column, text) -> m.beforeImages.member1[cast(array_position(columns, column) - 1 as int)].member11 is null)
                        else map_from_arrays(columns, slice(texts, 1 + 0, size(m.beforeImages.member1)))
                    end)),
                    'after_size', if(m.afterImages.member1 is null, null, size(m.afterImages.member1)),
                    'after_rows', array_compact(array(case
                        when texts is null or size(m.afterImages.member1) <> size(columns) or not are_distinct then null
                        when is_partial
                            then map_filter(map_from_arrays(columns, slice(texts, 1 + greatest(0, size(m.beforeImages.member1)), size(m.afterImages.member1))), (column, text) -> m.afterImages.member1[cast(array_position(columns, column) - 1 as int)].member11 is null)
                        else map_from_arrays(columns, slice(texts, 1 + greatest(0, size(m.beforeImages.member1)), size(m.afterImages.member1)))
                    end)),
                    'is_partial', is_partial,
                    'unfit', if(try_validate_utf8(concat_ws(' ', texts)) is null, array_max(filter(texts, text -> not is_valid_utf8(text))), null),
                    'are_names_utf8', try_validate_utf8(concat_ws(' ', m.objectName, m.sourceTxid, m.afterImages.member0, map_keys(m.tags), map_values(m.tags), columns)) is not null,
                    'column_types', if(texts is not null and are_distinct, to_json(map_from_arrays(columns, case
                        when m.source.sourceType = 'MySQL' or m.source.sourceType = 'DRDS' then transform(m.fields.member1, (f, i) -> coalesce(
                            case
                                when coalesce(m.afterImages.member1[i], m.beforeImages.member1[i]).member1 is not null then nullif(get(split('tinytext,mediumtext,longtext,text,varchar,char', ','), f.dataTypeNumber - 249), '')
                                when coalesce(m.afterImages.member1[i], m.beforeImages.member1[i]).member9 is not null then map(249, 'tinyblob', 250, 'mediumblob', 251, 'longblob', 252, 'blob', 253, 'varbinary', 254, 'binary', 15, 'varbinary')[f.dataTypeNumber]
                            end,
                            nullif(get(split('decimal,tinyint,smallint,int,float,double,null,timestamp,bigint,mediumint,date,time,datetime,year,date,varchar,bit,timestamp,datetime,time,,,,,,,,,,,,,,,,,,,,,,,,,,,,,,,,,,,,,,,,,,,,,,,,,,,,,,,,,,,,,,,,,,,,,,,,,,,,,,,,,,,,,,,,,,,,,,,,,,,,,,,,,,,,,,,,,,,,,,,,,,,,,,,,,,,,,,,,,,,,,,,,,,,,,,,,,,,,,,,,,,,,,,,,,,,,,,,,,,,,,,,,,,,,,,,,,,,,,,,,,,,,,,,,,,,,,,,,,,,,,,,,,,json,decimal,enum,set,tiny_blob,medium_blob,long_blob,blob,var_string,string,geometry', ','), f.dataTypeNumber), ''),
                            cast(f.dataTypeNumber as string)
                        ))
                        when m.source.sourceType = 'Oracle' then transform(m.fields.member1, f -> coalesce(map(1, 'varchar2', 2, 'number', 8, 'long', 12, 'date', 23, 'raw', 24, 'long raw', 58, 'xmltype', 69, 'rowid', 96, 'char', 100, 'binary_float', 101, 'binary_double', 112, 'clob', 113, 'blob', 114, 'bfile', 180, 'timestamp', 181, 'timestamp with time zone', 182, 'interval year to month', 183, 'interval day to second', 208, 'urowid', 231, 'timestamp with local time zone')[f.dataTypeNumber], cast(f.dataTypeNumber as string)))
                        when m.source.sourceType in ('PostgreSQL', 'PPAS')
                            then transform(m.fields.member1, f -> coalesce(map(16, 'boolean', 17, 'bytea', 18, 'char', 20, 'bigint', 21, 'smallint', 23, 'integer', 25, 'text', 114, 'json', 142, 'xml', 600, 'point', 601, 'lseg', 602, 'path', 603, 'box', 604, 'polygon', 628, 'line', 650, 'cidr', 700, 'real', 701, 'double precision', 718, 'circle', 790, 'money', 829, 'macaddr', 869, 'inet', 1042, 'char', 1043, 'varchar', 1082, 'date', 1083, 'time', 1114, 'timestamp', 1184, 'timestamp with time zone', 1186, 'interval', 1266, 'time with time zone', 1560, 'bit', 1562, 'varbit', 1700, 'numeric', 2950, 'uuid', 2970, 'txid_snapshot', 3082, 'jsonb', 3220, 'pg_lsn', 3614, 'tsvector', 3615, 'tsquery', 3802, 'jsonb')[f.dataTypeNumber], cast(f.dataTypeNumber as string)))
                        else transform(m.fields.member1, f -> cast(f.dataTypeNumber as string))
                    end)), null)
                )))))), null))
            )
        end as dts_record
    from texts

),

parsed_messages as (

    select
        *
    from avro_records

),

envelopes as (

    select
        *
    from parsed_messages

),

terms as (

    select
        *,
        case
            when dts_record.operation in ('DDL', 'COMMAND') and coalesce(dts_record.statement rlike r'(?is)^\s*+(?:/\*.*?\*/\s*+|(?:--|#)[^\n]*+\n\s*+)*+truncate\b', false) then 'truncate'
            else case dts_record.operation when 'INSERT' then 'insert' when 'UPDATE' then 'update' when 'DELETE' then 'delete' when 'INIT' then 'snapshot' when 'DDL' then 'ddl' when 'COMMAND' then 'ddl' when 'BEGIN' then 'begin' when 'COMMIT' then 'commit' when 'ROLLBACK' then 'rollback' when 'ABORT' then 'rollback' when 'HEARTBEAT' then 'heartbeat' when 'CHECKPOINT' then 'other' when 'FILL' then 'other' when 'FINISH' then 'other' when 'CONTROL' then 'other' when 'RDB' then 'other' when 'NOOP' then 'other' end
        end as dts_record_operation,
        from_json(nullif(trim(dts_record.tags['pk_uk_info']), ''), 'map<string,array<string>>', map('allowSingleQuotes', 'false', 'allowNonNumericNumbers', 'false', 'maxStringLen', '2147483647', 'maxNumLen', '2147483647')) as dts_record_keys_by_name,
        transform(split(dts_record.objectName, '[.]'), part -> replace(part, r'\u002E', '.')) as dts_record_name_parts
    from envelopes

),

reasoned_messages as (

    select
        *,
        case
            when text_fault is not null then text_fault
            when value is not null and dialect = 'dts_avro' then case
                when length(value) <= 2 then null
                when not is_framed then 'wrong_framing'
                when dts_record is null then 'invalid_avro'
                when dts_record.source.version = 'OBMySQL' then 'wrong_dialect'
                when not dts_record.are_names_utf8 then 'not_utf8'
                when size(dts_record_name_parts) > 3 or array_contains(dts_record_name_parts, '') then 'name_unreadable'
                when dts_record.is_row and (dts_record.columns_size is null or (dts_record.before_size is null) = (dts_record.operation in ('UPDATE', 'DELETE')) or (dts_record.after_size is null) = (dts_record.operation <> 'DELETE')) then 'images_missing'
                when dts_record.is_row and not dts_record.are_columns_distinct then 'duplicate_name'
                when dts_record.is_row and (dts_record.before_size <> dts_record.columns_size or dts_record.after_size <> dts_record.columns_size) then 'columns_mismatch'
                when startswith(dts_record.unfit, cast(x'ff636861727365743a20' as string)) then 'unknown_charset'
                when dts_record.unfit is not null then 'unreadable_value'
                when dts_record.is_row and nullif(trim(dts_record.tags['pk_uk_info']), '') is not null and (dts_record_keys_by_name is null or (size(array_distinct(map_keys(dts_record_keys_by_name))) <> size(dts_record_keys_by_name)) or flatten(map_values(dts_record_keys_by_name)) is null) then 'keys_unreadable'
            end
        end as reason
    from terms

),

read_messages as (

    select
        feed,
        dialect,
        source_kind,
        topic,
        topic_incarnation,
        partition,
        offset,
        kafka_at,
        landed_at,
        batch_id,
        ordered_at,
        decode_batch_id,
        declared_keys,
        declared_types,
        database_override,
        schema_override,
        reason,
        coalesce(
            case reason
                when 'empty_value' then 'The value has no bytes. A tombstone would have no value at all.'
                when 'left_out_at_landing' then concat('The value was ', substr(cast(value as string), 13))
                when 'not_utf8' then 'The value holds bytes that are not UTF-8 text, so its characters cannot be known.'
                when 'lone_surrogate' then 'The value escapes half of a surrogate pair: that is not a character, and reading it would change it silently.'
            end,
            case dialect
                when 'dts_avro' then case reason
                    when 'wrong_framing' then concat('The value does not begin with the bytes of the framing ', coalesce(options['framing'], case dialect when 'dts_avro' then 'none' end), '. It has ', length(value), ' bytes and begins with ', hex(left(value, 16)), '. ', 'Check the option framing of this feed in seeds/changefeed_feeds.csv: none, confluent.')
                    when 'invalid_avro' then concat('The value is not one whole Avro record of the schema Record of DTS, with or without bornTimestamp', ' (cut off, followed by more bytes, or written with another schema). It has ', length(value), ' bytes and begins with ', hex(left(value, 16)), '. ', 'Check the options of this feed in seeds/changefeed_feeds.csv, and the schema with which the task writes.')
                    when 'wrong_dialect' then 'This is a record of OceanBase OMS (its source version is OBMySQL). Check the dialect of this feed in seeds/changefeed_feeds.csv: oms_avro.'
                    when 'not_utf8' then 'A name in the record, or what it says beside its values, holds bytes that are no UTF-8, so its characters cannot be known.'
                    when 'name_unreadable' then concat('The objectName ', dts_record.objectName, ' is not database, database.table or database.schema.table.')
                    when 'images_missing' then concat(coalesce(dts_record.objectName, '(no table)'), ': an ', dts_record.operation, ' of DTS has fields and ', case dts_record.operation when 'UPDATE' then 'both images' when 'DELETE' then 'the image before it only' else 'the image after it only' end, '; this one has not.')
                    when 'duplicate_name' then concat(coalesce(dts_record.objectName, '(no table)'), ': the fields name a column more than once.')
                    when 'columns_mismatch' then concat(coalesce(dts_record.objectName, '(no table)'), ': the record names ', dts_record.columns_size, ' columns, and its images have ', concat_ws(' and ', dts_record.before_size, dts_record.after_size), ' values: which belongs to which cannot be known.')
                    when 'unknown_charset' then concat(coalesce(dts_record.objectName, '(no table)'), ': a text is in the character set ', substring(dts_record.unfit, 11), ', which is not known here. Tell us what it is; nothing was decoded.')
                    when 'unreadable_value' then concat(coalesce(dts_record.objectName, '(no table)'), ': the value of ', coalesce(get(map_keys(dts_record.before_rows[0]), cast(nullif(array_position(map_values(dts_record.before_rows[0]), dts_record.unfit), 0) - 1 as int)), get(map_keys(dts_record.after_rows[0]), cast(nullif(array_position(map_values(dts_record.after_rows[0]), dts_record.unfit), 0) - 1 as int))), ' has no one meaning: its bytes are not of its character set (UTF-8 where it has none), parts of a date or time do not fit each other, or it is EmptyObject.NULL. If it has a fraction of a second: from ', dts_record.source.sourceType, ' the feed may have to say fraction=micros or fraction=nanos in its options.')
                    when 'keys_unreadable' then concat(coalesce(dts_record.objectName, '(no table)'), ': the tag pk_uk_info is not an object of lists of columns: ', dts_record.tags['pk_uk_info'])
                end
            end
        ) as detail,
        if(
            value is null and not false,
            'other',
            cast(if(reason is null, coalesce(dts_record_operation, 'other'), null) as string)
        ) as operation,
        cast(case when size(dts_record_name_parts) = 2 and options['two_parts'] <=> 'schema_table' then dts_record.tags['l_db_name'] else coalesce(dts_record.tags['l_db_name'], if(dts_record_name_parts[0] = '', null, dts_record_name_parts[0])) end as string) as source_database,
        cast(case when size(dts_record_name_parts) = 2 and options['two_parts'] <=> 'schema_table' then dts_record_name_parts[0] else if(size(dts_record_name_parts) = 3, dts_record_name_parts[1], null) end as string) as source_schema,
        cast(if(size(dts_record_name_parts) > 1, coalesce(dts_record.tags['l_tb_name'], element_at(dts_record_name_parts, -1)), null) as string) as source_table,
        cast(if(reason is null, if(dts_record.operation in ('DDL', 'COMMAND'), lower(dts_record.operation), null), null) as string) as statement_kind,
        cast(if(reason is null, if(try_multiply(dts_record.sourceTimestamp, 1000L) between -62135596800000 and 253402300799999, timestamp_millis(try_multiply(dts_record.sourceTimestamp, 1000L)), null), null) as timestamp) as source_at,
        cast(if(reason is null, if(coalesce(element_at(dts_record.processTimestamps, -1), try_cast(dts_record.tags['readerThroughoutTime'] as bigint)) between -62135596800000 and 253402300799999, timestamp_millis(coalesce(element_at(dts_record.processTimestamps, -1), try_cast(dts_record.tags['readerThroughoutTime'] as bigint))), null), null) as timestamp) as processed_at,
        cast(if(reason is null, dts_record.operation in ('UPDATE', 'DELETE') and dts_record.is_partial, null) as boolean) as is_partial,
        cast(null as boolean) as is_before_changed_only,
        cast(if(reason is null, coalesce(nullif(nullif(dts_record.sourceTxid, ''), '0'), dts_record.tags['GTID']), null) as string) as transaction_id,
        cast(null as string) as source_server,
        cast(if(reason is null, if(size(dts_record_keys_by_name['PRIMARY']) > 0, dts_record_keys_by_name['PRIMARY'], null), null) as array<string>) as key_columns,
        cast(null as array<decimal(38,0)>) as source_sequence,
        cast(if(reason is null, if(dts_record.is_row, null, nullif(dts_record.statement, '')), null) as string) as statement,
        cast(null as string) as key_left_out,
        cast(if(reason is null, dts_record.column_types, null) as string) as column_types,
        cast(if(reason is null, dts_record.after_rows, null) as array<map<string,string>>) as after_rows,
        cast(if(reason is null, dts_record.before_rows, null) as array<map<string,string>>) as before_rows,
        cast(null as string) as pair_side
    from reasoned_messages

),

placed_messages as (
    -- as in dialects/baseline.sql
),

judged_messages as (
    -- as in dialects/baseline.sql
end
                then 'key_absent'
        end as reason
    from placed_messages

),

row_changes as (
    -- as in dialects/baseline.sql
),

keyed_changes as (
    -- as in dialects/baseline.sql
),

decoded_changes as (
    -- as in dialects/baseline.sql
);
