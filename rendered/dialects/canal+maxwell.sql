unframed_messages as (

    select
        -- as in dialects/maxwell.sql
    from (select *, dialect in ('maxwell') and options['framing'] <=> 'confluent' as is_framed from messages)

),

texts as (
    -- as in dialects/maxwell.sql
),

parsed_messages as (

    select
        *,
        if(
            -- as in dialects/canal.sql
        ) as canal_parsed,
        if(
            -- as in dialects/maxwell.sql
        ) as maxwell_parsed
    from texts

),

envelopes as (

    select
        * except (canal_parsed, maxwell_parsed),
        if(text_fault is null, coalesce(
            json_object_keys(value_text),
            map_keys(from_json(value_text, 'map<string,string>', map('allowSingleQuotes', 'false', 'allowNonNumericNumbers', 'false', 'maxStringLen', '2147483647', 'maxNumLen', '2147483647')))
        ), null) as names,
        canal_parsed.unread is not null as canal_is_unread,
        if(
            -- as in dialects/canal.sql
        ) as canal,
        maxwell_parsed.unread is not null as maxwell_is_unread,
        if(
            -- as in dialects/maxwell.sql
        ) as maxwell
    from parsed_messages

),

terms as (

    select
        *,
        case dialect
            when 'canal' then if(
                -- as in dialects/canal.sql, under if(
            )
        end as canal_operation,
        case dialect
            when 'canal' then not canal.isDdl and canal.type in ('INSERT', 'UPDATE', 'DELETE')
        end as canal_is_row,
        case dialect
            when 'canal' then canal.data
        end as canal_rows,
        case dialect
            when 'maxwell' then case maxwell.type when 'insert' then 'insert' when 'update' then 'update' when 'delete' then 'delete' when 'bootstrap-insert' then 'snapshot' when 'bootstrap-start' then 'other' when 'bootstrap-complete' then 'other' when 'table-create' then 'ddl' when 'table-alter' then 'ddl' when 'table-drop' then 'ddl' when 'database-create' then 'ddl' when 'database-alter' then 'ddl' when 'database-drop' then 'ddl' end
        end as maxwell_operation,
        case dialect
            when 'maxwell' then maxwell.type in ('insert', 'update', 'delete', 'bootstrap-insert')
        end as maxwell_is_row,
        case dialect
            when 'maxwell' then startswith(maxwell.type, 'bootstrap-')
        end as maxwell_is_snapshot,
        case dialect
            when 'maxwell' then transform(
                -- as in dialects/maxwell.sql, under transform(
            )
        end as maxwell_key_names,
        case dialect
            when 'maxwell' then if(maxwell.position rlike r'^.*[.][0-9]{1,18}:[0-9]{1,18}\z', split(regexp_extract(maxwell.position, '[.]([0-9]{1,18}:[0-9]{1,18})$', 1), ':'), null)
        end as maxwell_log_position
    from envelopes

),

reasoned_messages as (

    select
        *,
        case
            when text_fault is not null then text_fault
            when value_text is not null and dialect = 'canal' then case
                -- as in dialects/canal.sql
            end
            when value_text is not null and dialect = 'maxwell' then case
                -- as in dialects/maxwell.sql
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
                when 'left_out_at_landing' then concat('The value was ', substr(cast(value_text as string), 13))
                when 'not_utf8' then 'The value holds bytes that are not UTF-8 text, so its characters cannot be known.'
                when 'lone_surrogate' then 'The value escapes half of a surrogate pair: that is not a character, and reading it would change it silently.'
                when 'wrong_framing' then concat('The value does not begin with the bytes of a schema registry (option framing of this feed), but with ', left(hex(value_text), 32), '.')
                when 'invalid_json' then if(
                    ascii(value_text) = 0,
                    concat(
                        'The value begins with the five bytes of a schema registry (a 0, and ', conv(hex(substr(cast(value_text as binary), 2, 4)), 16, 10), ', the number of its schema). ',
                        if(
                            substr(cast(value_text as binary), 6, 1) = x'7b',
                            if(dialect in ('maxwell'), 'Write framing=confluent into the options of this feed.', 'Let the task write plain JSON: value.converter and key.converter are org.apache.kafka.connect.json.JsonConverter.'),
                            'No JSON follows: for Avro declare a dialect whose name ends in _avro.'
                        )
                    ),
                    concat('The value is not one JSON object (broken, cut off, followed by other text, nested deeper than 1,000 levels, or with a name of more than 50,000 characters). It begins: ', left(cast(value_text as string), 80))
                )
            end,
            case reason when 'duplicate_name' then if(size(array_distinct(names)) <> size(names), concat(
                'The message names ', array_join(array_distinct(filter(names, (name, i) -> array_position(names, name) <= i)), ', '), ' more than once.'
            ), null) end,
            case dialect
                when 'canal' then case reason
                    -- as in dialects/canal.sql
                end
                when 'maxwell' then case reason
                    -- as in dialects/maxwell.sql
                end
            end
        ) as detail,
        if(
            value_text is null and not false,
            'other',
            cast(case if(reason is null, dialect, null)
                when 'canal' then if(canal_is_row and size(canal_rows) = 0, 'other', canal_operation)
                when 'maxwell' then maxwell_operation
            end as string)
        ) as operation,
        cast(case dialect
            when 'canal' then regexp_replace(canal.database, r'(?s)^`(.*)`\z', '$1')
            when 'maxwell' then maxwell.database
        end as string) as source_database,
        cast(null as string) as source_schema,
        cast(case dialect
            when 'canal' then canal.table
            when 'maxwell' then maxwell.table
        end as string) as source_table,
        cast(case if(reason is null, dialect, null)
            when 'canal' then if(canal.isDdl or canal.type = 'QUERY', lower(canal.type), null)
            when 'maxwell' then if(maxwell_operation = 'ddl', maxwell.type, null)
        end as string) as statement_kind,
        cast(case if(reason is null, dialect, null)
            when 'canal' then if(try_cast(canal.es as bigint) between -62135596800000 and 253402300799999, timestamp_millis(try_cast(canal.es as bigint)), null)
            when 'maxwell' then if(try_cast(maxwell.ts as bigint) * if(abs(try_cast(maxwell.ts as bigint)) < 100000000000, 1000, 1) between -62135596800000 and 253402300799999, timestamp_millis(try_cast(maxwell.ts as bigint) * if(abs(try_cast(maxwell.ts as bigint)) < 100000000000, 1000, 1)), null)
        end as timestamp) as source_at,
        cast(case if(reason is null, dialect, null)
            when 'canal' then if(try_cast(canal.ts as bigint) between -62135596800000 and 253402300799999, timestamp_millis(try_cast(canal.ts as bigint)), null)
        end as timestamp) as processed_at,
        cast(case if(reason is null, dialect, null)
            when 'canal' then canal.type in ('UPDATE', 'DELETE') and options['absent_means'] <=> 'unchanged'
            when 'maxwell' then maxwell.type in ('update', 'delete') and options['absent_means'] <=> 'unchanged'
        end as boolean) as is_partial,
        cast(case if(reason is null, dialect, null)
            when 'canal' then canal.type = 'UPDATE'
            when 'maxwell' then maxwell.type = 'update'
        end as boolean) as is_before_changed_only,
        cast(case if(reason is null, dialect, null)
            when 'canal' then nullif(canal.gtid, '')
            when 'maxwell' then coalesce(maxwell.gtid, maxwell.xid)
        end as string) as transaction_id,
        cast(null as string) as source_server,
        cast(case if(reason is null, dialect, null)
            when 'canal' then if(size(canal.pkNames) > 0, canal.pkNames, null)
            when 'maxwell' then if(size(maxwell_key_names) > 0, maxwell_key_names, null)
        end as array<string>) as key_columns,
        cast(case if(reason is null, dialect, null)
            when 'maxwell' then if(
                maxwell_is_snapshot or maxwell_log_position is null or maxwell.gtid is not null,
                null,
                transform(
                    concat(maxwell_log_position, array(coalesce(maxwell.xoffset, if(maxwell.commit, '999999999999', '0')))),
                    number -> cast(number as decimal(38,0))
                )
            )
        end as array<decimal(38,0)>) as source_sequence,
        cast(case if(reason is null, dialect, null)
            when 'canal' then nullif(canal.sql, '')
            when 'maxwell' then nullif(maxwell.sql, '')
        end as string) as statement,
        cast(null as string) as key_left_out,
        cast(case if(reason is null, dialect, null)
            when 'canal' then canal.mysqlType
        end as string) as column_types,
        cast(case if(reason is null, dialect, null)
            when 'canal' then if(canal.type = 'DELETE', array(), canal_rows)
            when 'maxwell' then if(maxwell_is_row and maxwell.type <> 'delete', array(maxwell.data), array())
        end as array<map<string,string>>) as after_rows,
        cast(case if(reason is null, dialect, null)
            when 'canal' then case canal.type when 'UPDATE' then case when size(canal.old) = size(canal.data) then canal.old when size(canal.old) > 0 then array() else transform(canal.data, row -> cast(map() as map<string,string>)) end when 'DELETE' then canal_rows else array() end
            when 'maxwell' then case maxwell.type when 'update' then array(maxwell.old) when 'delete' then array(maxwell.data) else array() end
        end as array<map<string,string>>) as before_rows,
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
