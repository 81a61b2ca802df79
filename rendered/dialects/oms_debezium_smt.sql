texts as (
    -- as in dialects/baseline.sql
),

parsed_messages as (

    select
        *,
        if(
            text_fault is null and dialect in ('oms_debezium_smt'),
            from_json(
                -- as in dialects/dataworks_flat.sql
            ),
            null
        ) as flat_parsed
    from texts

),

envelopes as (
    -- as in dialects/debezium_flat.sql
),

terms as (

    select
        *,
        declared_types[concat_ws(':',
                length(coalesce(nullif('', ''), database_override, '')), coalesce(nullif('', ''), database_override, ''),
                length(coalesce(nullif('', ''), schema_override, '')), coalesce(nullif('', ''), schema_override, ''),
                length(coalesce(element_at(split(topic, '[.]'), -1), '')), coalesce(element_at(split(topic, '[.]'), -1), '')
            )] as flat_declared_types,
        declared_keys[concat_ws(':',
                length(coalesce(nullif('', ''), database_override, '')), coalesce(nullif('', ''), database_override, ''),
                length(coalesce(nullif('', ''), schema_override, '')), coalesce(nullif('', ''), schema_override, ''),
                length(coalesce(element_at(split(topic, '[.]'), -1), '')), coalesce(element_at(split(topic, '[.]'), -1), '')
            )] as flat_own_key,
        case flat['__deleted'] when 'true' then 'delete' when 'false' then 'update' end as flat_operation,
        if(
            flat_operation = 'update' and coalesce(options['lob_mode'], '') <> 'complete',
            map_keys(map_filter(flat, (name, text) -> text is null and lower(regexp_extract(flat_declared_types[name], '^[^( ]*', 0)) in (
                'tinytext', 'text', 'mediumtext', 'longtext', 'tinyblob', 'blob', 'mediumblob', 'longblob', 'json',
                'geometry', 'point', 'linestring', 'polygon', 'multipoint', 'multilinestring', 'multipolygon', 'geometrycollection',
                'geomcollection', 'clob', 'nclob', 'xmltype', 'sdo_geometry'
            ) and not array_contains(flat_own_key, name))),
            array()
        ) as flat_lobs_unsent
    from envelopes

),

reasoned_messages as (

    select
        *,
        case
            when text_fault is not null then text_fault
            when value_text is not null and dialect = 'oms_debezium_smt' then case
                when flat is null then 'invalid_json'
                when size(array_distinct(names)) <> size(names) then 'duplicate_name'
                when not arrays_overlap(names, split('__deleted', ',')) or arrays_overlap(names, split('_sequence_id_,_operation_type_,_execute_time_,_before_image_,_after_image_', ',')) then 'wrong_dialect'
                when flat_operation is null then 'unknown_operation'
                when flat_operation = 'update' and size(flat_own_key) = 0 then 'before_missing'
                when flat_is_unread then 'wrong_type'
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
                when 'oms_debezium_smt' then case reason
                    when 'wrong_dialect' then concat_ws(' ', 'A message of oms_debezium_smt has __deleted.', slice(filter(transform(names, name -> concat(name, ' is a member of ', split_part(get(filter(split('_sequence_id_,_operation_type_,_execute_time_,_before_image_,_after_image_:dataworks_flat', '[|]'), each -> find_in_set(name, split_part(each, ':', 1)) > 0), 0), ':', 2), '.')), words -> words is not null), 1, 1), 'Check the dialect of this feed in seeds/changefeed_feeds.csv.')
                    when 'unknown_operation' then concat('__deleted of OMS is true or false, not ', coalesce(flat['__deleted'], 'null'), '.')
                    when 'before_missing' then 'The table is declared without a key, and OMS sends in this kind neither the row before nor whether it is new: nobody knows which row is meant. Declare a key in seeds/changefeed_table_keys.csv, or choose another serialization format.'
                    when 'wrong_type' then 'A member holds another kind of JSON value than oms_debezium_smt sends: a row, as an object.'
                end
            end
        ) as detail,
        if(
            value_text is null and not false,
            'other',
            cast(if(reason is null, flat_operation, null) as string)
        ) as operation,
        cast(null as string) as source_database,
        cast(null as string) as source_schema,
        cast(element_at(split(topic, '[.]'), -1) as string) as source_table,
        cast(null as string) as statement_kind,
        cast(null as timestamp) as source_at,
        cast(null as timestamp) as processed_at,
        cast(if(reason is null, coalesce(size(flat_lobs_unsent) > 0, false), null) as boolean) as is_partial,
        cast(null as boolean) as is_before_changed_only,
        cast(null as string) as transaction_id,
        cast(null as string) as source_server,
        cast(null as array<string>) as key_columns,
        cast(null as array<decimal(38,0)>) as source_sequence,
        cast(null as string) as statement,
        cast(null as string) as key_left_out,
        cast(if(reason is null, to_json(flat_declared_types), null) as string) as column_types,
        cast(if(reason is null, if(flat_operation = 'delete', array(), array(map_filter(flat, (name, text) -> name <> '__deleted' and not array_contains(flat_lobs_unsent, name)))), null) as array<map<string,string>>) as after_rows,
        cast(if(reason is null, if(flat_operation = 'delete', array(map_filter(flat, (name, text) -> name <> '__deleted' and not array_contains(flat_lobs_unsent, name))), array()), null) as array<map<string,string>>) as before_rows,
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
