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
            text_fault is null and dialect in ('confluent_oracle_cdc'),
            from_json(
                -- as in dialects/dataworks_flat.sql
            ),
            null
        ) as ocdc_parsed
    from texts

),

envelopes as (

    select
        * except (ocdc_parsed),
        map_keys(ocdc_parsed.changefeed_message[0]) as names,
        ocdc_parsed.unread is not null as ocdc_is_unread,
        if(
            (
                size(ocdc_parsed.changefeed_message) = 2
                and ocdc_parsed.changefeed_message[1]['changefeed_end'] = '1'
                and if(
                    ocdc_parsed.unread is not null
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
                transform(array(ocdc_parsed.changefeed_message[0]), e -> transform_values(if(
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
                ocdc_parsed.changefeed_message[0]
            ),
            null
        ) as ocdc
    from parsed_messages

),

terms as (

    select
        *,
        if(
            (size(names) = 2 and array_contains(names, 'payload') and (array_contains(names, 'schema') or array_contains(names, 'schemaId'))) and startswith(ocdc['payload'], '{'),transform(array(from_json(regexp_replace(
            if(
                contains(ocdc['payload'], r'\u') or contains(ocdc['payload'], '\uFDD0'),
                replace(
                    if(
                        contains(lower(ocdc['payload']), r'\ufdd0'),
                        regexp_replace(ocdc['payload'], r'(?<!\\)((?:\\\\)*+)\\u[fF][dD][dD]0', '$1\uFDD0'),
                        ocdc['payload']
                    ),
                    '\uFDD0',
                    '\uFDD00'
                ),
                ocdc['payload']
            ),
            r'\G((?:[^"\-0-9]++|"[^"\\]*+(?:\\.[^"\\]*+)*+"|(?!-0(?![.eE0-9]))-?[0-9]++(?![.eE0-9]))*+)(-?(?:0(?![0-9])|[1-9][0-9]*+)(?:\.[0-9]++)?+(?:[eE][+\-]?+[0-9]++)?+)',
            '$1"\uFDD01$2"'
        ), 'map<string,string>', map('allowSingleQuotes', 'false', 'allowNonNumericNumbers', 'false', 'maxStringLen', '2147483647', 'maxNumLen', '2147483647'))), sent -> transform_values(if(
            contains(array_join(map_keys(sent), ''), '\uFDD0') and not (size(array_distinct(map_keys(sent))) <> size(sent)),
            transform_keys(sent, (name, text) -> if(
            contains(name, '\uFDD0'),
            replace(regexp_replace(name, r'"\uFDD01([^"]*)"|^\uFDD01', '$1'), '\uFDD00', '\uFDD0'),
            name
        )),
            sent
        ), (name, text) -> if(
            contains(text, '\uFDD0'),
            replace(regexp_replace(text, r'"\uFDD01([^"]*)"|^\uFDD01', '$1'), '\uFDD00', '\uFDD0'),
            text
        )))[0],
            ocdc
        ) as ocdc_sent,
        if((size(names) = 2 and array_contains(names, 'payload') and (array_contains(names, 'schema') or array_contains(names, 'schemaId'))), from_json(ocdc['schema'], 'fields array<struct<field:string,type:string,name:string,tidb_type:string,parameters:map<string,string>,items:struct<type:string,name:string,parameters:map<string,string>>>>', map('allowSingleQuotes', 'false', 'allowNonNumericNumbers', 'false', 'maxStringLen', '2147483647', 'maxNumLen', '2147483647')).fields, null) as ocdc_columns,
        concat(array('table', 'scn', 'op_type', 'op_ts', 'current_ts', 'row_id', 'username', coalesce(options['before'], 'table')), split(coalesce(options['metacolumns'], 'table'), '/')) as ocdc_added,
        map_filter(if(
            size(array_distinct(ocdc_columns.field)) = size(ocdc_columns)
            and not exists(ocdc_columns, c -> coalesce(c.field rlike r'^[{\[]', true) or c.name <=> 'org.apache.kafka.connect.data.Decimal' and not coalesce(c.parameters['scale'] rlike r'^(0|-?[1-9][0-9]{0,8})\z', false)),
            map_from_entries(transform(
                ocdc_columns,
                each -> struct(
                    -- as in dialects/debezium.sql
                )
            )),
            null
        ), (name, type) -> not array_contains(ocdc_added, name)) as ocdc_types,
        get(
            -- as in dialects/debezium_flat.sql
        ) as ocdc_key_row,
        split(ocdc_sent['table'], '[.]') as ocdc_name_parts,
        get(
            array('snapshot', 'insert', 'update', 'delete', 'truncate'),
            cast(array_position(split(coalesce(options['operations'], 'R/I/U/D/T'), '/'), ocdc_sent['op_type']) as int) - 1
        ) as ocdc_operation,
        coalesce(ocdc_operation in ('snapshot', 'insert', 'update', 'delete'), false) as ocdc_is_row,
        declared_keys[concat_ws(':',
                length(coalesce(nullif(get(ocdc_name_parts, size(ocdc_name_parts) - if(source_kind in ('mysql', 'mariadb'), 2, 3)), ''), database_override, '')), coalesce(nullif(get(ocdc_name_parts, size(ocdc_name_parts) - if(source_kind in ('mysql', 'mariadb'), 2, 3)), ''), database_override, ''),
                length(coalesce(nullif(if(source_kind in ('mysql', 'mariadb'), null, get(ocdc_name_parts, size(ocdc_name_parts) - 2)), ''), schema_override, '')), coalesce(nullif(if(source_kind in ('mysql', 'mariadb'), null, get(ocdc_name_parts, size(ocdc_name_parts) - 2)), ''), schema_override, ''),
                length(coalesce(element_at(ocdc_name_parts, -1), '')), coalesce(element_at(ocdc_name_parts, -1), '')
            )] as ocdc_own_key,
        map_filter(ocdc_sent, (name, text) -> not array_contains(ocdc_added, name)) as ocdc_row,
        transform(
            array(from_json(regexp_replace(
            if(
                contains(if(startswith(ocdc_sent[options['before']], '{'), ocdc_sent[options['before']], null), r'\u') or contains(if(startswith(ocdc_sent[options['before']], '{'), ocdc_sent[options['before']], null), '\uFDD0'),
                replace(
                    if(
                        contains(lower(if(startswith(ocdc_sent[options['before']], '{'), ocdc_sent[options['before']], null)), r'\ufdd0'),
                        regexp_replace(if(startswith(ocdc_sent[options['before']], '{'), ocdc_sent[options['before']], null), r'(?<!\\)((?:\\\\)*+)\\u[fF][dD][dD]0', '$1\uFDD0'),
                        if(startswith(ocdc_sent[options['before']], '{'), ocdc_sent[options['before']], null)
                    ),
                    '\uFDD0',
                    '\uFDD00'
                ),
                if(startswith(ocdc_sent[options['before']], '{'), ocdc_sent[options['before']], null)
            ),
            r'\G((?:[^"\-0-9]++|"[^"\\]*+(?:\\.[^"\\]*+)*+"|(?!-0(?![.eE0-9]))-?[0-9]++(?![.eE0-9]))*+)(-?(?:0(?![0-9])|[1-9][0-9]*+)(?:\.[0-9]++)?+(?:[eE][+\-]?+[0-9]++)?+)',
            '$1"\uFDD01$2"'
        ), 'map<string,string>', map('allowSingleQuotes', 'false', 'allowNonNumericNumbers', 'false', 'maxStringLen', '2147483647', 'maxNumLen', '2147483647'))),
            row -> transform_values(if(
                contains(array_join(map_keys(row), ''), '\uFDD0') and not (size(array_distinct(map_keys(row))) <> size(row)),
                transform_keys(row, (name, text) -> if(
                contains(name, '\uFDD0'),
                replace(regexp_replace(name, r'"\uFDD01([^"]*)"|^\uFDD01', '$1'), '\uFDD00', '\uFDD0'),
                name
            )),
                row
            ), (name, text) -> if(
                contains(text, '\uFDD0'),
                replace(regexp_replace(text, r'"\uFDD01([^"]*)"|^\uFDD01', '$1'), '\uFDD00', '\uFDD0'),
                text
            ))
        )[0] as ocdc_was,
        transform(array(ocdc_row, ocdc_was), row -> if(
            not options['decimals'] <=> 'numeric' and exists(map_values(ocdc_types), type -> startswith(type, 'org.apache.kafka.connect.data.Decimal(')),
            transform_values(row, (name, text) -> if(
                text rlike r'^[A-Za-z0-9+/]*={0,2}\z' and length(text) % 4 = 0 and startswith(ocdc_types[name], 'org.apache.kafka.connect.data.Decimal('),
                concat('{"scale":', regexp_extract(ocdc_types[name], '(?s)^[^(]*+[(](.*)[)]', 1), ',"value":"', text, '"}'),
                text
            )),
            row
        )) as ocdc_rows,
        get(transform(
            array(filter(map_keys(ocdc_types), name -> startswith(ocdc_types[name], 'org.apache.kafka.connect.data.Decimal(') and exists(array(ocdc_row), row -> coalesce(row[name] rlike r'^(?:-?[0-9][-+.0-9eE]*|true|false)\z', false)))),
            names -> size(names) > 0 and exists(
                -- as in dialects/debezium_flat.sql
            )
        ), 0) as ocdc_decimals_differ
    from envelopes

),

reasoned_messages as (

    select
        *,
        case
            when text_fault is not null then text_fault
            when value_text is not null and dialect = 'confluent_oracle_cdc' then case
                when ocdc is null then 'invalid_json'
                when size(array_distinct(names)) <> size(names) then 'duplicate_name'
                when ((arrays_overlap(names, split('_sequence_id_,_operation_type_,_execute_time_,_before_image_,_after_image_', ','))) or (ocdc_sent['op_type'] is null or ocdc_sent['table'] is null or map_contains_key(ocdc_sent, 'pos') and not map_contains_key(ocdc_sent, 'scn'))) then 'wrong_dialect'
                when ocdc_operation is null then 'unknown_operation'
                when (size(array_distinct(map_keys(ocdc_sent))) <> size(ocdc_sent)) or coalesce((size(array_distinct(map_keys(ocdc_was))) <> size(ocdc_was)), false) then 'duplicate_name'
                when size(ocdc_name_parts) > 3 then 'table_unclear'
                when ocdc_is_row and size(ocdc_row) = 0 then 'row_missing'
                when ocdc_operation = 'update' and ocdc_was is null and size(ocdc_own_key) = 0 then 'before_missing'
                when not options['order'] <=> 'offset' and ocdc_operation <> 'snapshot' and not coalesce(ocdc_sent['scn'] rlike r'^[0-9]{1,38}\z', false) then 'sequence_missing'
                when ((if(
                        exists(array(ocdc_sent['table'], ocdc_sent['op_type']), text -> coalesce(text rlike r'^(?:-?[0-9]+(?:[.][0-9]+)?(?:[eE][-+]?[0-9]+)?|true|false|"-?Infinity"|[\[{].*)$', false)),
                        exists(
                            array(from_json(if((size(names) = 2 and array_contains(names, 'payload') and (array_contains(names, 'schema') or array_contains(names, 'schemaId'))) and startswith(ocdc['payload'], '{'), ocdc['payload'], value_text), 'map<string,variant>', map('allowSingleQuotes', 'false', 'allowNonNumericNumbers', 'false', 'maxStringLen', '2147483647', 'maxNumLen', '2147483647'))),
                            sent -> exists(array('table', 'op_type'), name -> ocdc_sent[name] is not null and coalesce(if(
                        try_variant_get(sent[name], '$', 'array<variant>') is not null
                        or try_variant_get(sent[name], '$', 'map<string,variant>') is not null,
                        'CONTAINER',
                        schema_of_variant(sent[name])
                    ) not in ('STRING', 'VOID'), true))
                        ),
                        false
                    ) or ocdc_operation = 'update' and ocdc_was is null and ocdc_sent[options['before']] is not null or size(ocdc_columns) > 0 and ocdc_types is null or ocdc_decimals_differ or ocdc_columns is null and (size(names) = 2 and array_contains(names, 'payload') and (array_contains(names, 'schema') or array_contains(names, 'schemaId'))) and (get_json_object(ocdc['schema'], '$.fields') is not null or not startswith(ocdc['schema'], '{')) or contains(to_json(ocdc_columns), '\uFDD0') or exists(ocdc_columns, each -> each.type rlike r'^[\[{]' or each.name rlike r'^[\[{]')) or (ocdc_is_unread)) then 'wrong_type'
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
                when 'confluent_oracle_cdc' then case reason
                    when 'wrong_dialect' then if(arrays_overlap(names, split('_sequence_id_,_operation_type_,_execute_time_,_before_image_,_after_image_', ',')), concat_ws(' ', 'A message of confluent_oracle_cdc.', slice(filter(transform(names, name -> concat(name, ' is a member of ', split_part(get(filter(split('_sequence_id_,_operation_type_,_execute_time_,_before_image_,_after_image_:dataworks_flat', '[|]'), each -> find_in_set(name, split_part(each, ':', 1)) > 0), 0), ':', 2), '.')), words -> words is not null), 1, 1), 'Check the dialect of this feed in seeds/changefeed_feeds.csv.'), 'Beside the columns stand op_type, table and scn, where output.op.type.field, output.table.name.field and output.scn.field of the connector have their defaults; pos is a member of ogg_json_row. Check the dialect of this feed in seeds/changefeed_feeds.csv.')
                    when 'unknown_operation' then concat('op_type is ', ocdc_sent['op_type'], ', not one of ', coalesce(options['operations'], 'R/I/U/D/T'), '. If the connector has output.op.type.insert.value and the like, say so in operations= among the options of this feed.')
                    when 'duplicate_name' then 'The payload, or the row before, names something twice.'
                    when 'table_unclear' then concat('table is database.schema.table, schema.table or the table alone; ', ocdc_sent['table'], ' has more parts.')
                    when 'row_missing' then concat('op_type is ', ocdc_sent['op_type'], ', and no columns stand beside it.')
                    when 'before_missing' then 'The table is declared without a key, and an update has no row before: set output.before.state.field in the connector and before= among the options of this feed, or declare a key in seeds/changefeed_table_keys.csv.'
                    when 'sequence_missing' then concat('scn is a number of up to 38 digits; here it is ', coalesce(ocdc_sent['scn'], 'missing'), '. Set order=offset among the options of this feed if the connector has no output.scn.field.')
                    when 'wrong_type' then if(ocdc_is_unread, 'A member holds another kind of JSON value than confluent_oracle_cdc sends: a row, as an object.', 'table and op_type are texts, the row before is an object; a schema names each column once, with the scale of decimals; decimals are JSON numbers with decimals=numeric among the options of the feed alone.')
                end
            end
        ) as detail,
        if(
            value_text is null and not false,
            'other',
            cast(if(reason is null, ocdc_operation, null) as string)
        ) as operation,
        cast(get(ocdc_name_parts, size(ocdc_name_parts) - if(source_kind in ('mysql', 'mariadb'), 2, 3)) as string) as source_database,
        cast(if(source_kind in ('mysql', 'mariadb'), null, get(ocdc_name_parts, size(ocdc_name_parts) - 2)) as string) as source_schema,
        cast(element_at(ocdc_name_parts, -1) as string) as source_table,
        cast(if(reason is null, if(ocdc_operation = 'truncate', 'truncate', null), null) as string) as statement_kind,
        cast(if(reason is null, if(try_cast(ocdc_sent['op_ts'] as bigint) between -62135596800000 and 253402300799999, timestamp_millis(try_cast(ocdc_sent['op_ts'] as bigint)), null), null) as timestamp) as source_at,
        cast(if(reason is null, if(try_cast(ocdc_sent['current_ts'] as bigint) between -62135596800000 and 253402300799999, timestamp_millis(try_cast(ocdc_sent['current_ts'] as bigint)), null), null) as timestamp) as processed_at,
        cast(if(reason is null, if(ocdc_operation is null, null, false), null) as boolean) as is_partial,
        cast(null as boolean) as is_before_changed_only,
        cast(null as string) as transaction_id,
        cast(null as string) as source_server,
        cast(if(reason is null, if(array_sort(map_keys(ocdc_key_row)) = array('payload', 'schema'), null, map_keys(ocdc_key_row)), null) as array<string>) as key_columns,
        cast(if(reason is null, if(ocdc_operation in ('insert', 'update', 'delete', 'truncate') and not options['order'] <=> 'offset', array(cast(ocdc_sent['scn'] as decimal(38,0))), null), null) as array<decimal(38,0)>) as source_sequence,
        cast(null as string) as statement,
        cast(null as string) as key_left_out,
        cast(if(reason is null, if(ocdc_is_row, to_json(ocdc_types), null), null) as string) as column_types,
        cast(if(reason is null, if(ocdc_operation in ('snapshot', 'insert', 'update'), slice(ocdc_rows, 1, 1), array()), null) as array<map<string,string>>) as after_rows,
        cast(if(reason is null, case when ocdc_operation = 'delete' then slice(ocdc_rows, 1, 1) when ocdc_operation = 'update' and ocdc_was is not null then slice(ocdc_rows, 2, 1) else array() end, null) as array<map<string,string>>) as before_rows,
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
