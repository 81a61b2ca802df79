select coalesce(max(decode_batch_id), 0) from changefeed_internal.decoded where true;

select count(*) as read_batches, min(first_batch_id) filter (where kind <> 'retry') as first_batch_id, max(last_batch_id) filter (where kind <> 'retry') as last_batch_id, coalesce(sum(late_clocks), 0) as late_clocks, count_if(kind = 'retry') as retries, array_join(collect_set(if(kind = 'redecode', read_batches.feed, null)), ',') as redecoded_feeds, array_join(collect_set(if(startswith(read_batches.topic, 'changefeed_baseline.'), 'baseline', feeds.dialect)), ',') as dialects, array_join(collect_set(if(kind = 'retry', coalesce(retry_reason, '*'), null)), ',') as retried_reasons, coalesce(max(decode_batch_id), 0) as last_decode_batch_id, (select to_json(array_sort(collect_list(struct(*)))) from changefeed.changefeed_table_masks) as masks, (select array_join(array_sort(collect_set(feed)), ',') from changefeed.erasures where lifted_at is null) as erased_feeds, (select count(*) from changefeed_internal.erased_messages) as erased_messages from changefeed_internal.read_batches as read_batches left join changefeed.changefeed_feeds as feeds on read_batches.feed = feeds.feed where decode_batch_id > 5 and kind <> 'declared';

select coalesce(max(decode_batch_id), 0) from changefeed_internal.read_batches where kind = 'redecode';

select coalesce(max(decode_batch_id), 0) from changefeed_internal.decoded where true;

select (select to_json(array_sort(collect_list(struct(*)))) from changefeed.changefeed_table_masks), (select count(*) from changefeed_internal.erased_messages);

select 1 from changefeed_internal.erased_messages where coalesce(size(map_filter(before, (name, text) -> case when (feed like 'shop' escape '!' and (lower(source_table) like 'people' escape '!' or lower(regexp_replace(source_table, r'^_(.+)_(?:gho|ghc|del|new|old)$', '$1')) like 'people' escape '!')) and lower(substring_index(name, '\u0000', 1)) like 'id' escape '!' then not (text is null or text rlike r'^[0-9a-f]{64}\z') else false end)) > 0, false) or coalesce(size(map_filter(after, (name, text) -> case when (feed like 'shop' escape '!' and (lower(source_table) like 'people' escape '!' or lower(regexp_replace(source_table, r'^_(.+)_(?:gho|ghc|del|new|old)$', '$1')) like 'people' escape '!')) and lower(substring_index(name, '\u0000', 1)) like 'id' escape '!' then not (text is null or text rlike r'^[0-9a-f]{64}\z') else false end)) > 0, false) limit 1;

merge into changefeed_internal.erased_messages as stored
using (
    with unmasked_changes as (

        select
            changes.*,
            settings.declared_types[concat_ws(':',
                length(changes.source_database), changes.source_database,
                length(changes.source_schema), changes.source_schema,
                length(changes.source_table), changes.source_table
            )] as declared_types
        from (select * from changefeed_internal.erased_messages where coalesce(size(map_filter(before, (name, text) -> case when (feed like 'shop' escape '!' and (lower(source_table) like 'people' escape '!' or lower(regexp_replace(source_table, r'^_(.+)_(?:gho|ghc|del|new|old)$', '$1')) like 'people' escape '!')) and lower(substring_index(name, '\u0000', 1)) like 'id' escape '!' then not (text is null or text rlike r'^[0-9a-f]{64}\z') else false end)) > 0, false) or coalesce(size(map_filter(after, (name, text) -> case when (feed like 'shop' escape '!' and (lower(source_table) like 'people' escape '!' or lower(regexp_replace(source_table, r'^_(.+)_(?:gho|ghc|del|new|old)$', '$1')) like 'people' escape '!')) and lower(substring_index(name, '\u0000', 1)) like 'id' escape '!' then not (text is null or text rlike r'^[0-9a-f]{64}\z') else false end)) > 0, false)) as changes
        left join changefeed_internal.feed_settings as settings on changes.feed = settings.feed

    ),

    mask_key as (

        select
            unhex(array_join(transform(sequence(1, 64), i -> lpad(hex(cast(conv(substr(block, 2 * i - 1, 2), 16, 10) as int) ^ 54), 2, '0')), '')) as mask_inner,
            unhex(array_join(transform(sequence(1, 64), i -> lpad(hex(cast(conv(substr(block, 2 * i - 1, 2), 16, 10) as int) ^ 92), 2, '0')), '')) as mask_outer
        from (
            select rpad(if(octet_length(key) > 64, sha2(key, 256), hex(key)), 128, '0') as block
            from (
                select
                    if(
                        octet_length(given) >= 16,
                        cast(given as binary),
                        cast(raise_error('A mask or an erasure hashes values, and there is no key of 16 bytes or more: set CHANGEFEED_MASK_KEY, or CHANGEFEED_MASK_KEY_FILE to a file with the key in its first line (`openssl rand -hex 32`).') as binary)
                    ) as key
                from (select coalesce(reflect('java.lang.System', 'getenv', 'CHANGEFEED_MASK_KEY'), '') as given)
            )
        )

    ),

    fitted_changes as (

        select
            *,
            from_json(column_types, 'map<string,string>') as mask_types,
            (feed like 'shop' escape '!' and (lower(source_table) like 'people' escape '!' or lower(regexp_replace(source_table, r'^_(.+)_(?:gho|ghc|del|new|old)$', '$1')) like 'people' escape '!')) as mask_1
        from unmasked_changes
        cross join mask_key

    ),

    masked_changes as (

        select
            * except (
                before, after, column_types, statement, mask_types, mask_inner, mask_outer, mask_1
            ),
            if(mask_1, transform_values(before, (name, text) -> case when text is null then null when mask_1 and lower(substring_index(name, '\u0000', 1)) like 'id' escape '!' then if(text rlike r'^[0-9a-f]{64}\z', text, sha2(concat(mask_outer, unhex(sha2(concat(mask_inner, cast(case
                when text rlike r'^-?[0-9]{1,17}([.][0-9]{1,17})?\z' and after[name] rlike r'^(?![-0-9.]+\z)(?:[A-Za-z0-9+/]{4})*+([A-Za-z0-9+/]{2}[A-Za-z0-9+/=]=)?\z|^[{]"scale":'
                    and lower(coalesce(declared_types[name], mask_types[name])) rlike r'^(decimal|dec|numeric|number)\b|[.](variablescale)?decimal\b'
                    then transform(
                        array(struct(
                            split(text, '[.]') as parts,
                            try_cast(regexp_extract(lower(coalesce(declared_types[name], mask_types[name])), r'^[a-z]+ *[(] *[0-9]+ *, *([0-9]+)|[.]decimal[(]([0-9]+)', 1) as int) as scale
                        )),
                        number -> transform(
                            array(hex(try_cast(concat(number.parts[0], rpad(coalesce(get(number.parts, 1), ''), coalesce(number.scale, length(get(number.parts, 1)), 0), '0')) as bigint))),
                            hex -> transform(
                                array(base64(unhex(if(
                                    startswith(text, '-'),
                                    regexp_replace(hex, '^(?:FF(?=[89A-F]))++', ''),
                                    concat(if(length(hex) % 2 = 1, '0', if(hex rlike '^[89A-F]', '00', '')), hex)
                                )))),
                                bytes -> if(
                                    startswith(after[name], '{'),
                                    concat('{"scale":', coalesce(number.scale, length(get(number.parts, 1)), 0), ',"value":"', bytes, '"}'),
                                    bytes
                                )
                            )[0]
                        )[0]
                    )[0]
                when text rlike r'^[-+]?([0-9]+([.][0-9]*)?|[.][0-9]+)([eE][-+]?[0-9]{1,3})?\z' and not text rlike r'^(0|-?[1-9][0-9]*)\z'
                    and lower(coalesce(declared_types[name], mask_types[name])) rlike r'^(unsigned )?((tiny|small|medium|big)?int(eger)?[0-9]*|long|decimal|dec|fixed|numeric|number|float[0-9]*|double|real)\b|[.]decimal\b'
                    then if(
                        -- as in dialects/baseline.sql
                    )
                else text
            end as binary)), 256))), 256)) else text end), before) as before,
            if(mask_1, transform_values(after, (name, text) -> case when text is null then null when mask_1 and lower(substring_index(name, '\u0000', 1)) like 'id' escape '!' then if(text rlike r'^[0-9a-f]{64}\z', text, sha2(concat(mask_outer, unhex(sha2(concat(mask_inner, cast(case
                when text rlike r'^[-+]?([0-9]+([.][0-9]*)?|[.][0-9]+)([eE][-+]?[0-9]{1,3})?\z' and not text rlike r'^(0|-?[1-9][0-9]*)\z'
                    -- as in models/changefeed_decoded/erased.sql
                else text
            end as binary)), 256))), 256)) else text end), after) as after,
            if(
                column_types is not null and (mask_1),
                to_json(map_filter(from_json(column_types, 'map<string,string>'), (name, type) -> not (mask_1 and lower(substring_index(name, '\u0000', 1)) like 'id' escape '!')), map('ignoreNullFields', 'false')),
                column_types
            ) as column_types,
            case
                when statement is null or not (feed like 'shop' escape '!') then statement
                when operation in ('ddl', 'truncate') then regexp_replace(regexp_replace(statement, if(mask_1 or source_table = '' or statement rlike '(?i)(?<![\\w\u0024#])people(?![\\w\u0024#])', '(?is)((?<![\\w\u0024#])[`"\\[]?id[`"\\]]?(?![\\w\u0024#])(?:[nNeE]?\'(?:[^\'\\\\]|\'\'|\\\\.)*+\'|[^,\'();]|\\((?:[^()\']|\'(?:[^\'\\\\]|\'\'|\\\\.)*+\')*+\\))*?\\bdefault)\\s*(?:[nNeE]?\'(?:[^\'\\\\]|\'\'|\\\\.)*+\'|[-+]?[0-9][0-9.eE]*|\\((?:[^()\']|[nNeE]?\'(?:[^\'\\\\]|\'\'|\\\\.)*+\')*+\\))', '(?!)'), '$1 NULL'), if(mask_1 or source_table = '' or statement rlike '(?i)(?<![\\w\u0024#])people(?![\\w\u0024#])', '(?is)((?:(?<![\\w\u0024#])[`"\\[]?id[`"\\]]?(?![\\w\u0024#])|\\G(?<!\\A))(?:[^,\'();]|\\((?:[^()\']|\'(?:[^\'\\\\]|\'\'|\\\\.)*+\')*+\\))*?)[nNeE]?\'(?:[^\'\\\\]|\'\'|\\\\.)*+\'', '(?!)'), '$1\'\'')
            end as statement
        from fitted_changes

    ),

    keyed_changes as (

        select
            feed, topic, topic_incarnation, partition, offset, message_index, step, before, after, column_types, statement, key_columns,
            if(size(key_columns) > 0, to_json(transform(
                from_json(previous_row_key, 'array<string>'),
                (text, place) -> transform(
                    array(key_columns[place]),
                    name -> if((((feed like 'shop' escape '!' and (lower(source_table) like 'people' escape '!' or lower(regexp_replace(source_table, r'^_(.+)_(?:gho|ghc|del|new|old)$', '$1')) like 'people' escape '!')) and lower(substring_index(name, '\u0000', 1)) like 'id' escape '!')) and not text rlike r'^[0-9a-f]{64}\z', sha2(concat(mask_outer, unhex(sha2(concat(mask_inner, cast(text as binary)), 256))), 256), text)
                )[0]
            )), previous_row_key) as previous_row_key,
            case
                when row_key = '' then row_key
                when size(key_columns) > 0 then to_json(transform(
                    from_json(row_key, 'array<string>'),
                    (text, place) -> transform(
                        -- as in models/changefeed_decoded/erased.sql
                    )[0]
                ))
                else to_json(array(sha2(to_json(array_sort(map_entries(transform_values(
                    if(operation = 'delete', before, coalesce(after, before)),
                    (name, text) -> if(text is null or from_json(column_types, 'map<string,string>')[name] is null, text, transform(
                        array(lower(from_json(column_types, 'map<string,string>')[name])),
                        type -> case
                            -- as in dialects/baseline.sql
                        end
                    )[0])
                )))), 256)))
            end as row_key
        from masked_changes
        cross join (select
            unhex(array_join(transform(sequence(1, 64), i -> lpad(hex(cast(conv(substr(block, 2 * i - 1, 2), 16, 10) as int) ^ 54), 2, '0')), '')) as mask_inner,
            unhex(array_join(transform(sequence(1, 64), i -> lpad(hex(cast(conv(substr(block, 2 * i - 1, 2), 16, 10) as int) ^ 92), 2, '0')), '')) as mask_outer
        from (
            -- as in models/changefeed_decoded/erased.sql
        ))

    )

    select
        feed, topic, topic_incarnation, partition, offset, message_index, step, before, after, column_types, statement, row_key,
        if(
            previous_row_key is null or size(key_columns) > 0,
            previous_row_key,
            coalesce(lag(row_key) over (partition by feed, topic, topic_incarnation, partition, offset, message_index order by step), previous_row_key)
        ) as previous_row_key
    from keyed_changes
) as masked on stored.feed = masked.feed and stored.topic = masked.topic and stored.topic_incarnation = masked.topic_incarnation and stored.partition = masked.partition and stored.offset = masked.offset and stored.message_index = masked.message_index and stored.step = masked.step
when matched then update set before = masked.before, after = masked.after, column_types = masked.column_types, statement = masked.statement, row_key = masked.row_key, previous_row_key = masked.previous_row_key;

select coalesce(max(decode_batch_id), 0) from changefeed_internal.decoded where true;

select feed, min(first_batch_id) from changefeed_internal.read_batches where kind = 'redecode' and decode_batch_id > 5 group by feed order by feed;

insert into changefeed_internal.decoded replace where (feed = 'shop' and batch_id >= 1 and reason is null) or decode_batch_id > 5

-- once: stored.decode_batch_id between 6 and 6
with read_batches as (
    -- as in models/changefeed_decoded/redecoded.sql
),

landed as (

    select *
    from changefeed.messages
    where
        batch_id between 10 and 12

),

readable as (

    select *
    from landed
    left anti join changefeed_internal.erased_messages as erased_messages using (topic, topic_incarnation, partition, offset)

),

messages as (

    select
        landed.*,
        landed.kafka_at as ordered_at,
        read_batches.* except (
            topic, topic_incarnation, partition, first_batch_id, last_batch_id, previous_kafka_at, kind, retry_reason
        )
    from readable as landed
    inner join read_batches
        on
            landed.topic = read_batches.topic
            and landed.topic_incarnation = read_batches.topic_incarnation
            and landed.partition = read_batches.partition
            and landed.batch_id between read_batches.first_batch_id and read_batches.last_batch_id
    where read_batches.kind <> 'retry'

),

texts as (
    -- as in dialects/baseline.sql
),

parsed_messages as (
    -- as in dialects/canal.sql
),

envelopes as (
    -- as in dialects/canal.sql
),

terms as (
    -- as in dialects/canal.sql
),

reasoned_messages as (
    -- as in dialects/canal.sql
),

read_messages as (
    -- as in dialects/canal.sql
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

    select
        judged_messages.* except (after_rows, before_rows, detail, key_left_out, column_types),
        if(
            size(key_columns) = 0 and declared_types is not null,
            to_json(map_concat(
                map_filter(
                    coalesce(from_json(column_types, 'map<string,string>'), cast(map() as map<string,string>)),
                    (name, type) -> declared_types[name] is null
                ),
                declared_types
            )),
            column_types
        ) as column_types,
        coalesce(message_index, 0) as message_index,
        row.after_rows as after,
        row.before_rows as before,
        case
            when reason is null then if((feed like 'shop' escape '!'), null, key_left_out)
            when detail is not null and reason <> 'left_out_at_landing' and (feed like 'shop' escape '!') then concat(
                'What is wrong is not told, because this feed has masks, and the sentence may hold a value. ',
                '`changefeed decode --dialect ', dialect, '` tells it of the message.'
            )
            when detail is not null then detail
            when reason = 'table_missing' then 'The message names no table for its rows.'
            else concat(
                -- as in dialects/baseline.sql
            )
        end as detail
    from judged_messages
    lateral view outer posexplode(
        if(reason is null and is_row_change, arrays_zip(after_rows, before_rows), null)
    ) as message_index, row

),

mask_key as (
    -- as in models/changefeed_decoded/erased.sql
),

fitted_changes as (

    select
        *,
        from_json(column_types, 'map<string,string>') as mask_types,
        (feed like 'shop' escape '!' and (lower(source_table) like 'people' escape '!' or lower(regexp_replace(source_table, r'^_(.+)_(?:gho|ghc|del|new|old)$', '$1')) like 'people' escape '!')) as mask_1
    from row_changes
    cross join mask_key

),

masked_changes as (

    select
        * except (
            before, after, column_types, statement, mask_types, mask_inner, mask_outer, mask_1
        ),
        if(mask_1, transform_values(before, (name, text) -> case when text is null then null when mask_1 and lower(substring_index(name, '\u0000', 1)) like 'id' escape '!' then sha2(concat(mask_outer, unhex(sha2(concat(mask_inner, cast(case
            -- as in models/changefeed_decoded/erased.sql, under if(mask_1, transform_values(before, (name, text) -> case whe
        end as binary)), 256))), 256) else text end), before) as before,
        if(mask_1, transform_values(after, (name, text) -> case when text is null then null when mask_1 and lower(substring_index(name, '\u0000', 1)) like 'id' escape '!' then sha2(concat(mask_outer, unhex(sha2(concat(mask_inner, cast(case
            -- as in models/changefeed_decoded/erased.sql, under if(mask_1, transform_values(after, (name, text) -> case when
        end as binary)), 256))), 256) else text end), after) as after,
        if(
            column_types is not null and (mask_1),
            to_json(map_filter(from_json(column_types, 'map<string,string>'), (name, type) -> not (mask_1 and lower(substring_index(name, '\u0000', 1)) like 'id' escape '!')), map('ignoreNullFields', 'false')),
            column_types
        ) as column_types,
        case
            -- as in models/changefeed_decoded/erased.sql
        end as statement
    from fitted_changes

),

keyed_changes as (

    select
        -- as in dialects/baseline.sql
    from (
        select
            -- as in dialects/baseline.sql
        from (
            select
                *,
                if(size(key_columns) = 0, array(if(is_before_changed_only and operation = 'update', map_concat(map_filter(after, (name, text) -> not map_contains_key(before, name)), before), before), after), null) as images
            from masked_changes
        )
    )

),

decoded_changes as (
    -- as in dialects/baseline.sql
),

erasing_key as (
    -- as in models/changefeed_decoded/erased.sql, under mask_key as (
),

erased_keys as (

    select distinct
        if(
            key_check = sha2(concat(mask_outer, unhex(sha2(concat(mask_inner, cast('changefeed' as binary)), 256))), 256),
            hashed_key,
            cast(raise_error('The key that hashes values is another than when rows were erased, so their late copies would not be known: set the earlier one (CHANGEFEED_MASK_KEY, CHANGEFEED_MASK_KEY_FILE).') as string)
        ) as hashed_key
    from changefeed.erasures
    cross join erasing_key
    where lifted_at is null

),

hashed_changes as (

    select
        decoded_changes.*,
        if(feed in ('shop'), if(row_key is null, null, sha2(concat(mask_outer, unhex(sha2(concat(mask_inner, cast(to_json(array(feed, source_database, source_schema, source_table, row_key)) as binary)), 256))), 256)), null) as hashed_key,
        if(feed in ('shop'), if(previous_row_key is null, null, sha2(concat(mask_outer, unhex(sha2(concat(mask_inner, cast(to_json(array(feed, source_database, source_schema, source_table, previous_row_key)) as binary)), 256))), 256)), null) as hashed_previous_key
    from decoded_changes
    cross join erasing_key

),

remaining_changes as (

    select
        * except (operation, reason, row_key, previous_row_key, statement, detail, before, after, is_erased),
        if(is_erased, 'erased', operation) as operation,
        if(is_erased, null, reason) as reason,
        if(is_erased, '', row_key) as row_key,
        if(is_erased, null, previous_row_key) as previous_row_key,
        if(is_erased, null, statement) as statement,
        if(is_erased, null, detail) as detail,
        if(is_erased, null, before) as before,
        if(is_erased, null, after) as after
    from (
        select
            hashed_changes.*,
            erased.hashed_key is not null or erased_before.hashed_key is not null as is_erased
        from hashed_changes
        left join erased_keys as erased on hashed_changes.hashed_key = erased.hashed_key
        left join erased_keys as erased_before on hashed_changes.hashed_previous_key = erased_before.hashed_key
    )

),

final as (

    select
        -- as in models/changefeed_decoded/later.sql
    from remaining_changes

    union all

    select
        feed,
        topic,
        topic_incarnation,
        partition,
        offset,
        message_index,
        step,
        batch_id,
        decode_batch_id,
        dialect,
        source_kind,
        source_database,
        source_schema,
        source_table,
        operation,
        reason,
        statement_kind,
        row_key,
        previous_row_key,
        source_at,
        processed_at,
        kafka_at,
        landed_at,
        current_timestamp() as decoded_at,
        decoder_version,
        is_partial,
        is_before_changed_only,
        transaction_id,
        source_server,
        key_columns,
        source_sequence,
        position,
        statement,
        detail,
        column_types,
        before,
        after
    from (
        select
            erased_messages.* except (feed, decode_batch_id, reference),
            read_batches.feed,
            read_batches.decode_batch_id
        from changefeed_internal.erased_messages as erased_messages
        inner join read_batches as read_batches
            on
                erased_messages.topic = read_batches.topic
                and erased_messages.topic_incarnation = read_batches.topic_incarnation
                and erased_messages.partition = read_batches.partition
                and erased_messages.batch_id between read_batches.first_batch_id and read_batches.last_batch_id
                and read_batches.kind <> 'retry'
    )

)

select * from final;
