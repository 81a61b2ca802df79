texts as (
    -- as in dialects/baseline.sql
),

parsed_messages as (

    select
        *,
        if(
            text_fault is null and dialect in ('dataworks_flat'),
            from_json(
                concat(
                    -- as in dialects/baseline.sql
                ),
                'changefeed_message array<map<string,string>>, unread string',
                map('allowSingleQuotes', 'false', 'allowNonNumericNumbers', 'false', 'maxStringLen', '2147483647', 'maxNumLen', '2147483647', 'columnNameOfCorruptRecord', 'unread')
            ),
            null
        ) as dataworks_flat_parsed
    from texts

),

envelopes as (

    select
        * except (dataworks_flat_parsed),
        map_keys(dataworks_flat_parsed.changefeed_message[0]) as names,
        dataworks_flat_parsed.unread is not null as dataworks_flat_is_unread,
        if(
            (
                size(dataworks_flat_parsed.changefeed_message) = 2
                and dataworks_flat_parsed.changefeed_message[1]['changefeed_end'] = '1'
                and if(
                    dataworks_flat_parsed.unread is not null
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
                transform(array(dataworks_flat_parsed.changefeed_message[0]), e -> transform_values(if(
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
                dataworks_flat_parsed.changefeed_message[0]
            ),
            null
        ) as dataworks_flat
    from parsed_messages

),

terms as (

    select
        *,
        concat_ws('/', dataworks_flat['_before_image_'], dataworks_flat['_after_image_']) as dataworks_flat_image_marks,
        if(dataworks_flat['_operation_type_'] = 'I' and dataworks_flat['_sequence_id_'] = '-1', 'snapshot', case dataworks_flat['_operation_type_'] when 'I' then 'insert' when 'U' then 'update' when 'D' then 'delete' end) as dataworks_flat_operation,
        map_filter(dataworks_flat, (name, text) -> name not in ('_sequence_id_', '_operation_type_', '_execute_time_', '_before_image_', '_after_image_')) as dataworks_flat_row
    from envelopes

),

reasoned_messages as (

    select
        *,
        case
            when text_fault is not null then text_fault
            when value_text is not null and dialect = 'dataworks_flat' then case
                when dataworks_flat is null then 'invalid_json'
                when size(array_distinct(names)) <> size(names) then 'duplicate_name'
                when not arrays_overlap(names, split('_sequence_id_', ',')) or not arrays_overlap(names, split('_operation_type_', ',')) or not arrays_overlap(names, split('_execute_time_', ',')) or not arrays_overlap(names, split('_before_image_', ',')) or not arrays_overlap(names, split('_after_image_', ',')) then 'wrong_dialect'
                when dataworks_flat_operation is null then 'unknown_operation'
                when not coalesce(dataworks_flat_image_marks = 'N/Y' and dataworks_flat_operation <> 'delete' or dataworks_flat_image_marks = 'Y/N' and dataworks_flat_operation in ('update', 'delete'), false) then 'unknown_image'
                when dataworks_flat_operation <> 'snapshot' and not coalesce(dataworks_flat['_sequence_id_'] rlike r'^[0-9]{1,38}\z', false) then 'sequence_missing'
                when dataworks_flat_is_unread then 'wrong_type'
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
                -- as in dialects/baseline.sql
            end,
            case reason when 'duplicate_name' then if(size(array_distinct(names)) <> size(names), concat(
                'The message names ', array_join(array_distinct(filter(names, (name, i) -> array_position(names, name) <= i)), ', '), ' more than once.'
            ), null) end,
            case dialect
                when 'dataworks_flat' then case reason
                    when 'wrong_dialect' then concat_ws(' ', 'A message of dataworks_flat has _sequence_id_, _operation_type_, _execute_time_, _before_image_, _after_image_.', 'Check the dialect of this feed in seeds/changefeed_feeds.csv.')
                    when 'unknown_operation' then concat('_operation_type_ is I, U or D; here it is ', coalesce(dataworks_flat['_operation_type_'], 'null'), '.')
                    when 'unknown_image' then concat('_before_image_ and _after_image_ are N and Y for I, Y and N for D, one or the other for U; here they are ', coalesce(dataworks_flat['_before_image_'], 'null'), ' and ', coalesce(dataworks_flat['_after_image_'], 'null'), '.')
                    when 'sequence_missing' then concat('_sequence_id_ is a whole number, by which changes are ordered and the two sides of an update found; here it is ', coalesce(dataworks_flat['_sequence_id_'], 'null'), '.')
                    when 'wrong_type' then 'A member holds another kind of JSON value than dataworks_flat sends: a row, as an object.'
                end
            end
        ) as detail,
        if(
            value_text is null and not false,
            'other',
            cast(if(reason is null, dataworks_flat_operation, null) as string)
        ) as operation,
        cast(null as string) as source_database,
        cast(null as string) as source_schema,
        cast(if(dataworks_flat is null, null, topic) as string) as source_table,
        cast(null as string) as statement_kind,
        cast(if(reason is null, if(dataworks_flat['_execute_time_'] rlike r'^[0-9]{13}\z', timestamp_millis(cast(dataworks_flat['_execute_time_'] as bigint)), null), null) as timestamp) as source_at,
        cast(null as timestamp) as processed_at,
        cast(if(reason is null, dataworks_flat_operation in ('update', 'delete') and options['absent_means'] <=> 'unchanged', null) as boolean) as is_partial,
        cast(if(reason is null, false, null) as boolean) as is_before_changed_only,
        cast(null as string) as transaction_id,
        cast(null as string) as source_server,
        cast(null as array<string>) as key_columns,
        cast(if(reason is null, if(coalesce(dataworks_flat['_sequence_id_'] rlike r'^[0-9]{1,38}\z', false), array(cast(dataworks_flat['_sequence_id_'] as decimal(38,0))), null), null) as array<decimal(38,0)>) as source_sequence,
        cast(null as string) as statement,
        cast(null as string) as key_left_out,
        cast(null as string) as column_types,
        cast(if(reason is null, if(dataworks_flat_image_marks = 'Y/N', array(), array(dataworks_flat_row)), null) as array<map<string,string>>) as after_rows,
        cast(if(reason is null, if(dataworks_flat_image_marks = 'Y/N', array(dataworks_flat_row), array()), null) as array<map<string,string>>) as before_rows,
        cast(if(reason is null, if(dataworks_flat_operation = 'update', if(dataworks_flat_image_marks = 'Y/N', 'before', 'after'), null), null) as string) as pair_side
    from reasoned_messages

),

placed_messages as (
    -- as in dialects/baseline.sql
),

paired_messages as (
    -- as in dialects/dataworks.sql
),

judged_messages as (
    -- as in dialects/baseline.sql
end
                then 'key_absent'
        end as reason
    from paired_messages

),

row_changes as (
    -- as in dialects/dataworks.sql
),

keyed_changes as (
    -- as in dialects/baseline.sql
),

decoded_changes as (
    -- as in dialects/dataworks.sql
);
