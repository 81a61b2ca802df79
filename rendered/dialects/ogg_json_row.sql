unframed_messages as (
    -- as in dialects/maxwell.sql
),

texts as (
    -- as in dialects/maxwell.sql
),

parsed_messages as (

    select
        *,
        if(
            text_fault is null and dialect in ('ogg_json_row'),
            from_json(
                -- as in dialects/dataworks_flat.sql
            ),
            null
        ) as ogg_row_parsed
    from texts

),

envelopes as (

    select
        * except (ogg_row_parsed),
        map_keys(ogg_row_parsed.changefeed_message[0]) as names,
        ogg_row_parsed.unread is not null as ogg_row_is_unread,
        if(
            (
                size(ogg_row_parsed.changefeed_message) = 2
                and ogg_row_parsed.changefeed_message[1]['changefeed_end'] = '1'
                and if(
                    ogg_row_parsed.unread is not null
                    or contains(value_text, 'changefeed_')
                    or contains(value_text, r'\u00'),
                    coalesce(
                        map_keys(from_json(
                            concat('{"value":', value_text, ',"', sha2(value_text, 256), '":1}'),
                            'map<string,string>',
                            map('allowSingleQuotes', 'false', 'allowNonNumericNumbers', 'false', 'maxStringLen', '2147483647', 'maxNumLen', '2147483647')
                        )) = array('value', sha2(value_text, 256)),
                        false
                    ),
                    true
                )
            ),
            if(
                has_fractions,
                transform(array(ogg_row_parsed.changefeed_message[0]), e -> transform_values(if(
                    contains(array_join(map_keys(e), ''), '\uFDD0') and not (size(array_distinct(map_keys(e))) <> size(e)),
                    transform_keys(e, (name, text) -> if(
                    contains(name, '\uFDD0'),
                    replace(regexp_replace(name, r'"\uFDD01([^"]*)"|^\uFDD01', '$1'), '\uFDD00', '\uFDD0'),
                    name
                )),
                    e
                ), (name, text) -> if(
                    contains(text, '\uFDD0'),
                    replace(regexp_replace(text, r'"\uFDD01([^"]*)"|^\uFDD01', '$1'), '\uFDD00', '\uFDD0'),
                    text
                )))[0],
                ogg_row_parsed.changefeed_message[0]
            ),
            null
        ) as ogg_row
    from parsed_messages

),

terms as (

    select
        *,
        split(ogg_row['table'], '[.]') as ogg_row_name_parts,
        get(
            array('insert', 'update', 'delete', 'truncate'),
            cast(array_position(split(coalesce(options['operations'], 'I/U/D/T'), '/'), ogg_row['op_type']) as int) - 1
        ) as ogg_row_operation,
        ogg_row_operation in ('insert', 'update', 'delete') as ogg_row_is_row,
        options['absent_means'] <=> 'as_null' as ogg_row_is_whole,
        declared_keys[concat_ws(':',
                length(coalesce(nullif(get(ogg_row_name_parts, size(ogg_row_name_parts) - if(source_kind in ('mysql', 'mariadb'), 2, 3)), ''), database_override, '')), coalesce(nullif(get(ogg_row_name_parts, size(ogg_row_name_parts) - if(source_kind in ('mysql', 'mariadb'), 2, 3)), ''), database_override, ''),
                length(coalesce(nullif(if(source_kind in ('mysql', 'mariadb'), null, get(ogg_row_name_parts, size(ogg_row_name_parts) - 2)), ''), schema_override, '')), coalesce(nullif(if(source_kind in ('mysql', 'mariadb'), null, get(ogg_row_name_parts, size(ogg_row_name_parts) - 2)), ''), schema_override, ''),
                length(coalesce(element_at(ogg_row_name_parts, -1), '')), coalesce(element_at(ogg_row_name_parts, -1), '')
            )] as ogg_row_declared_key,
        concat(array('table', 'op_type', 'op_ts', 'current_ts', 'pos', 'primary_keys', 'tokens'), coalesce(split(options['metacolumns'], '/'), array())) as ogg_row_added,
        map_filter(ogg_row, (name, text) -> not array_contains(ogg_row_added, name)) as ogg_row_row,
        from_json(ogg_row['primary_keys'], 'array<string>', map('allowSingleQuotes', 'false', 'allowNonNumericNumbers', 'false', 'maxStringLen', '2147483647', 'maxNumLen', '2147483647')) as ogg_row_keys
    from envelopes

),

reasoned_messages as (

    select
        *,
        case
            when text_fault is not null then text_fault
            when value_text is not null and dialect = 'ogg_json_row' then case
                when ogg_row is null then 'invalid_json'
                when size(array_distinct(names)) <> size(names) then 'duplicate_name'
                when ((not arrays_overlap(names, split('op_type', ',')) or not arrays_overlap(names, split('table', ',')) or arrays_overlap(names, split('_sequence_id_,_operation_type_,_execute_time_,_before_image_,_after_image_', ','))) or (ogg_row['op_type'] is null or ogg_row['table'] is null or size(ogg_row_row) > 0 and size(array_except(map_keys(ogg_row_row), array('before', 'after', 'xid', 'csn'))) = 0
                    and (coalesce(startswith(ogg_row['before'], '{'), false) or coalesce(startswith(ogg_row['after'], '{'), false)))) then 'wrong_dialect'
                when ogg_row_operation is null then 'unknown_operation'
                when size(ogg_row_name_parts) > 3 then 'table_unclear'
                when ogg_row_is_row and size(ogg_row_row) = 0 then 'row_missing'
                when ogg_row_operation = 'update' and size(ogg_row_declared_key) = 0 then 'before_missing'
                when not options['order'] <=> 'offset' and not ogg_row['pos'] rlike r'^[0-9]{1,38}\z' then 'sequence_missing'
                when ((if(
                        exists(array(ogg_row['table'], ogg_row['op_type']), text -> coalesce(text rlike r'^(?:-?[0-9]+(?:[.][0-9]+)?(?:[eE][-+]?[0-9]+)?|true|false|"-?Infinity"|[\[{].*)$', false)),
                        exists(
                            array(from_json(value_text, 'map<string,variant>', map('allowSingleQuotes', 'false', 'allowNonNumericNumbers', 'false', 'maxStringLen', '2147483647', 'maxNumLen', '2147483647'))),
                            sent -> exists(array('table', 'op_type'), name -> ogg_row[name] is not null and coalesce(if(
                        try_variant_get(sent[name], '$', 'array<variant>') is not null
                        or try_variant_get(sent[name], '$', 'map<string,variant>') is not null,
                        'CONTAINER',
                        schema_of_variant(sent[name])
                    ) not in ('STRING', 'VOID'), true))
                        ),
                        false
                    )
                    or ogg_row['primary_keys'] is not null and (
                        ogg_row_keys is null
                        or exists(from_json(ogg_row['primary_keys'], 'array<variant>', map('allowSingleQuotes', 'false', 'allowNonNumericNumbers', 'false', 'maxStringLen', '2147483647', 'maxNumLen', '2147483647')), name -> coalesce(if(
                        try_variant_get(name, '$', 'array<variant>') is not null
                        or try_variant_get(name, '$', 'map<string,variant>') is not null,
                        'CONTAINER',
                        schema_of_variant(name)
                    ) not in ('STRING', 'VOID'), true))
                    )) or (ogg_row_is_unread)) then 'wrong_type'
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
                -- as in dialects/maxwell.sql
            end,
            case reason when 'duplicate_name' then if(size(array_distinct(names)) <> size(names), concat(
                'The message names ', array_join(array_distinct(filter(names, (name, i) -> array_position(names, name) <= i)), ', '), ' more than once.'
            ), null) end,
            case dialect
                when 'ogg_json_row' then case reason
                    when 'wrong_dialect' then if(not arrays_overlap(names, split('op_type', ',')) or not arrays_overlap(names, split('table', ',')) or arrays_overlap(names, split('_sequence_id_,_operation_type_,_execute_time_,_before_image_,_after_image_', ',')), concat_ws(' ', 'A message of ogg_json_row has op_type, table.', slice(filter(transform(names, name -> concat(name, ' is a member of ', split_part(get(filter(split('_sequence_id_,_operation_type_,_execute_time_,_before_image_,_after_image_:dataworks_flat', '[|]'), each -> find_in_set(name, split_part(each, ':', 1)) > 0), 0), ':', 2), '.')), words -> words is not null), 1, 1), 'Check the dialect of this feed in seeds/changefeed_feeds.csv.'), if(ogg_row['op_type'] is null or ogg_row['table'] is null, 'op_type or table is null. Check the dialect of this feed in seeds/changefeed_feeds.csv.', 'Rows stand in before and after, not beside op_type: the handler has format=json. Declare the feed as ogg in seeds/changefeed_feeds.csv.'))
                    when 'unknown_operation' then concat('op_type is ', ogg_row['op_type'], ', not one of ', coalesce(options['operations'], 'I/U/D/T'), '. If the handler has insertOpKey and the like, say so in operations= among the options of this feed.')
                    when 'table_unclear' then concat('table is database.schema.table, schema.table or the table alone; ', ogg_row['table'], ' has more parts.')
                    when 'row_missing' then concat('A change with op_type ', ogg_row['op_type'], ' has the columns of its row beside op_type; here there are none.')
                    when 'before_missing' then 'The table is declared without a key, and json_row sends no row before an update: nobody knows which row is meant. Declare a key in seeds/changefeed_table_keys.csv, or set format=json in the handler (dialect ogg).'
                    when 'sequence_missing' then concat('pos is a number of up to 38 digits; here it is ', ogg_row['pos'], '. Set order=offset among the options of this feed if pos does not order it.')
                    when 'wrong_type' then if(ogg_row_is_unread, 'A member holds another kind of JSON value than ogg_json_row sends: a row, as an object.', 'table and op_type are texts, primary_keys is a list of texts; here one of them is another kind of JSON value.')
                end
            end
        ) as detail,
        if(
            value_text is null and not false,
            'other',
            cast(if(reason is null, ogg_row_operation, null) as string)
        ) as operation,
        cast(get(ogg_row_name_parts, size(ogg_row_name_parts) - if(source_kind in ('mysql', 'mariadb'), 2, 3)) as string) as source_database,
        cast(if(source_kind in ('mysql', 'mariadb'), null, get(ogg_row_name_parts, size(ogg_row_name_parts) - 2)) as string) as source_schema,
        cast(element_at(ogg_row_name_parts, -1) as string) as source_table,
        cast(if(reason is null, if(ogg_row_operation = 'truncate', 'truncate', null), null) as string) as statement_kind,
        cast(if(reason is null, if(
            ogg_row['op_ts'] rlike r'^[0-9]{4}-[0-9]{2}-[0-9]{2}[ T:][0-9]{2}:[0-9]{2}:[0-9]{2}([.][0-9]{1,9})?Z?\z',
            try_cast(concat(left(ogg_row['op_ts'], 10), ' ', rtrim('Z', substr(ogg_row['op_ts'], 12)), ' ', if(endswith(ogg_row['op_ts'], 'Z'), 'UTC', coalesce(time_zone, 'UTC'))) as timestamp),
            null
        ), null) as timestamp) as source_at,
        cast(if(reason is null, if(
            ogg_row['current_ts'] rlike r'^[0-9]{4}-[0-9]{2}-[0-9]{2}[ T:][0-9]{2}:[0-9]{2}:[0-9]{2}([.][0-9]{1,9})?Z?\z',
            try_cast(concat(left(ogg_row['current_ts'], 10), ' ', rtrim('Z', substr(ogg_row['current_ts'], 12)), ' ', if(endswith(ogg_row['current_ts'], 'Z'), 'UTC', coalesce(time_zone, 'UTC'))) as timestamp),
            null
        ), null) as timestamp) as processed_at,
        cast(if(reason is null, coalesce(ogg_row_operation in ('update', 'delete'), false) and not ogg_row_is_whole, null) as boolean) as is_partial,
        cast(null as boolean) as is_before_changed_only,
        cast(if(reason is null, coalesce(if(array_contains(ogg_row_added, 'xid'), ogg_row['xid'], null), if(array_contains(ogg_row_added, 'csn'), ogg_row['csn'], null)), null) as string) as transaction_id,
        cast(null as string) as source_server,
        cast(if(reason is null, if(size(ogg_row_keys) > 0, ogg_row_keys, null), null) as array<string>) as key_columns,
        cast(if(reason is null, if(
            options['order'] <=> 'offset' or ogg_row['pos'] is null,
            null,
            array(cast(ogg_row['pos'] as decimal(38,0)), cast(if(ogg_row_operation = 'delete', 0, 1) as decimal(38,0)))
        ), null) as array<decimal(38,0)>) as source_sequence,
        cast(null as string) as statement,
        cast(null as string) as key_left_out,
        cast(null as string) as column_types,
        cast(if(reason is null, if(ogg_row_operation in ('insert', 'update'), array(ogg_row_row), array()), null) as array<map<string,string>>) as after_rows,
        cast(if(reason is null, if(ogg_row_operation = 'delete', array(ogg_row_row), array()), null) as array<map<string,string>>) as before_rows,
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
