read_frames as (

    select
        *,
        if(
            dialect in ('ogg_avro'),
            transform(
                -- as in dialects/debezium_avro.sql
            ),
            null
        ) as written
    from messages

),

judged_frames as (

    select
        *,
        case
            when length(value) = 0 then null
            when not dialect in ('ogg_avro') then if(false and (not startswith(value, x'00') or length(value) < 5), 'wrong_framing', null)
            when value is null then if(false, written[1].fault, null)
            when written[0] is null then 'wrong_framing'
            when written[0].fault = 'schema_unknown' then 'schema_unknown'
            when written[0].fault = 'invalid_avro' then 'invalid_avro'
            when written[0].fault = 'not_utf8' then 'not_utf8'
        end as frame_fault
    from read_frames

),

unframed_messages as (

    select
        * except (key, value, headers, written),
        case
            when dialect in ('ogg_avro') then coalesce(cast(if(written[1].fault is null, written[1].text, null) as binary), key)
            else key
        end as key,
        case
            when dialect in ('ogg_avro') then coalesce(cast(if(written[0].fault is null, written[0].text, null) as binary), value)
            else value
        end as value,
        if(
            dialect in ('ogg_avro') or false,
            transform(headers, h -> if(h.key = '__debezium.oldkey', struct(h.key as key, case
            when dialect in ('ogg_avro') then coalesce(cast(if(written[2].fault is null, written[2].text, null) as binary), h.value)
            else h.value
        end as value), h)),
            headers
        ) as headers,
        coalesce(written[0].name, written[1].name) as written_name,
        coalesce(written[0].types, written[1].types) as written_types,
        written[1].fault as key_fault,
        if(written[1].fault = 'schema_unknown', concat(
    'The ', 'Kafka key', ' on topic ', topic, ' was written with the schema ', conv(hex(substring(key, 2, if(options['framing'] <=> 'apicurio', 8, 4))), 16, 10),
    ', and neither a schema registry nor the folder schemas/ has given it.',
    ' Each run asks the registry (CHANGEFEED_REGISTRY_URL) for schemas that it lacks; or put it into schemas/', conv(hex(substring(key, 2, if(options['framing'] <=> 'apicurio', 8, 4))), 16, 10), '.avsc.'
), null) as key_detail,
    -- as in dialects/debezium_avro.sql
),

texts as (
    -- as in dialects/maxwell.sql
),

parsed_messages as (

    select
        *,
        if(
            text_fault is null and dialect in ('ogg_avro'),
            from_json(
                -- as in dialects/ogg.sql
            ),
            null
        ) as ogg_parsed
    from texts

),

envelopes as (
    -- as in dialects/ogg.sql
),

terms as (
    -- as in dialects/ogg.sql
),

reasoned_messages as (

    select
        *,
        case
            when text_fault is not null then text_fault
            when value_text is not null and dialect = 'ogg_avro' then case
                when ogg is null then 'invalid_json'
                when size(array_distinct(names)) <> size(names) then 'duplicate_name'
                when (((ogg.`op_type` is null and ogg.`payload` is null) or (ogg.`table` is null and ogg.`payload` is null) or arrays_overlap(names, split('op,ts_ms,ddl,tableChanges,id,type,data,message', ','))) or (ogg_sent.op_type is null or ogg_sent.table is null or ogg_sent.scn is not null)) then 'wrong_dialect'
                when ogg_operation is null then 'unknown_operation'
                when size(ogg_name_parts) > 3 then 'table_unclear'
                when ogg_is_row and if(ogg_operation = 'delete', ogg_before, ogg_after) is null then 'row_missing'
                when ogg_operation = 'update' and size(ogg_declared_key) = 0
                    and (ogg_before is null or not ogg_is_whole and size(array_except(map_keys(ogg_after), map_keys(ogg_before))) > 0) then 'before_missing'
                when not options['order'] <=> 'offset' and not ogg_sent.pos rlike r'^[0-9]{1,38}\z' then 'sequence_missing'
                when coalesce((size(array_distinct(map_keys(ogg.`before`))) <> size(ogg.`before`)), false) or coalesce((size(array_distinct(map_keys(ogg.`after`))) <> size(ogg.`after`)), false) or coalesce((size(array_distinct(map_keys(ogg.`payload`.`before`))) <> size(ogg.`payload`.`before`)), false) or coalesce((size(array_distinct(map_keys(ogg.`payload`.`after`))) <> size(ogg.`payload`.`after`)), false) or coalesce(exists(array(from_json(value_text, 'struct<`payload`:string>', map('allowSingleQuotes', 'false', 'allowNonNumericNumbers', 'false', 'maxStringLen', '2147483647', 'maxNumLen', '2147483647'))), sent -> exists(array(sent.`payload`), text -> exists(array(coalesce(
                        json_object_keys(text),
                        map_keys(from_json(text, 'map<string,string>', map('allowSingleQuotes', 'false', 'allowNonNumericNumbers', 'false', 'maxStringLen', '2147483647', 'maxNumLen', '2147483647')))
                    )), names -> size(array_distinct(names)) <> size(names)))), false) then 'duplicate_name'
                when ogg_is_unread
                    -- as in dialects/ogg.sql
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
            frame_detail,
            case reason
                -- as in dialects/maxwell.sql
            end,
            case reason when 'duplicate_name' then if(size(array_distinct(names)) <> size(names), concat(
                'The message names ', array_join(array_distinct(filter(names, (name, i) -> array_position(names, name) <= i)), ', '), ' more than once.'
            ), null) end,
            case dialect
                when 'ogg_avro' then case reason
                    when 'wrong_dialect' then if(ogg_sent.op_type is null or ogg_sent.table is null or ogg_sent.scn is not null, concat(
                        if(
                            ogg_sent.scn is null,
                            'payload has no op_type, or no table.',
                            'Beside op_type stands scn, as the Oracle CDC Source connector of Confluent writes it: its dialect is confluent_oracle_cdc.'
                        ),
                        ' Check the dialect of this feed in seeds/changefeed_feeds.csv.'
                    ), concat_ws(' ', 'A message of ogg_avro has op_type or payload, table or payload.', slice(filter(transform(names, name -> concat(name, ' is a member of ', split_part(get(filter(split('op,ts_ms,ddl,tableChanges,id,type,data,message:debezium_avro', '[|]'), each -> find_in_set(name, split_part(each, ':', 1)) > 0), 0), ':', 2), '.')), words -> words is not null), 1, 1), 'Check the dialect of this feed in seeds/changefeed_feeds.csv.'))
                    when 'unknown_operation' then concat('op_type is ', ogg_sent.op_type, ', not one of ', coalesce(options['operations'], 'I/U/D/T'), '. If the handler has insertOpKey and the like, say so in operations= among the options of this feed.')
                    when 'table_unclear' then concat('table is database.schema.table, schema.table or the table alone; ', ogg_sent.table, ' has more parts.')
                    when 'row_missing' then concat('A change with op_type ', ogg_sent.op_type, ' has its row in ', if(ogg_operation = 'delete', 'before', 'after'), '; here that holds none. If the handler has format=json_row, the columns stand beside op_type: declare the feed as ogg_json_row in seeds/changefeed_feeds.csv.')
                    when 'before_missing' then 'The table is declared without a key, and before is not a whole row. Let Extract write whole rows before and after updates (LOGALLSUPCOLS, GETUPDATEBEFORES), or declare a key in seeds/changefeed_table_keys.csv.'
                    when 'sequence_missing' then concat('pos is a number of up to 38 digits; here it is ', ogg_sent.pos, '. Set order=offset among the options of this feed if pos does not order it.')
                    when 'duplicate_name' then 'A row, or what describes its columns, names a column twice.'
                    when 'wrong_type' then 'A member holds another kind of JSON value than ogg_avro sends: a text (table, op_type, payload.table, payload.op_type), a list of texts (primary_keys, payload.primary_keys), an object (before, after, payload, payload.before, payload.after).'
                end
            end
        ) as detail,
        if(
            value_text is null and not false,
            'other',
            cast(if(reason is null, ogg_operation, null) as string)
        ) as operation,
        cast(get(ogg_name_parts, size(ogg_name_parts) - if(source_kind in ('mysql', 'mariadb'), 2, 3)) as string) as source_database,
        cast(if(source_kind in ('mysql', 'mariadb'), null, get(ogg_name_parts, size(ogg_name_parts) - 2)) as string) as source_schema,
        cast(element_at(ogg_name_parts, -1) as string) as source_table,
        cast(if(reason is null, if(ogg_operation = 'truncate', 'truncate', null), null) as string) as statement_kind,
        cast(if(reason is null, if(
            ogg_sent.op_ts rlike r'^[0-9]{4}-[0-9]{2}-[0-9]{2}[ T:][0-9]{2}:[0-9]{2}:[0-9]{2}([.][0-9]{1,9})?Z?\z',
            try_cast(concat(left(ogg_sent.op_ts, 10), ' ', rtrim('Z', substr(ogg_sent.op_ts, 12)), ' ', if(endswith(ogg_sent.op_ts, 'Z'), 'UTC', coalesce(time_zone, 'UTC'))) as timestamp),
            null
        ), null) as timestamp) as source_at,
        cast(if(reason is null, if(
            -- as in dialects/ogg.sql
        ), null) as timestamp) as processed_at,
        cast(if(reason is null, coalesce(ogg_operation in ('update', 'delete'), false) and not ogg_is_whole, null) as boolean) as is_partial,
        cast(null as boolean) as is_before_changed_only,
        cast(if(reason is null, coalesce(ogg_sent.xid, ogg_sent.csn), null) as string) as transaction_id,
        cast(null as string) as source_server,
        cast(if(reason is null, if(size(ogg_sent.primary_keys) > 0, ogg_sent.primary_keys, null), null) as array<string>) as key_columns,
        cast(if(reason is null, if(
            options['order'] <=> 'offset' or ogg_sent.pos is null,
            null,
            array(cast(ogg_sent.pos as decimal(38,0)), cast(if(ogg_operation = 'delete', 0, 1) as decimal(38,0)))
        ), null) as array<decimal(38,0)>) as source_sequence,
        cast(null as string) as statement,
        cast(null as string) as key_left_out,
        cast(null as string) as column_types,
        cast(if(reason is null, case ogg_operation
            when 'insert' then array(ogg_after)
            when 'update' then array(if(ogg_before is null or ogg_is_whole, ogg_after, map_concat(map_filter(ogg_before, (name, text) -> not map_contains_key(ogg_after, name)), ogg_after)))
            else array()
        end, null) as array<map<string,string>>) as after_rows,
        cast(if(reason is null, if(ogg_operation in ('update', 'delete') and ogg_before is not null, array(ogg_before), array()), null) as array<map<string,string>>) as before_rows,
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
