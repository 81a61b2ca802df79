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

    select
        * except (
            declared_keys, declared_types, database_override, schema_override,
            source_database, source_schema, source_table, key_columns
        ),
        operation in ('snapshot', 'insert', 'update', 'delete') as is_row_change,
        coalesce(nullif(source_database, ''), database_override, '') as source_database,
        coalesce(nullif(source_schema, ''), schema_override, '') as source_schema,
        coalesce(source_table, '') as source_table,
        sort_array(coalesce(
            declared_keys[concat_ws(':',
        length(coalesce(nullif(source_database, ''), database_override, '')), coalesce(nullif(source_database, ''), database_override, ''),
        length(coalesce(nullif(source_schema, ''), schema_override, '')), coalesce(nullif(source_schema, ''), schema_override, ''),
        length(coalesce(source_table, '')), coalesce(source_table, '')
    )],
            key_columns
        )) as key_columns
    from read_messages

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
        judged_messages.* except (after_rows, before_rows, detail, key_left_out),
        coalesce(message_index, 0) as message_index,
        row.after_rows as after,
        row.before_rows as before,
        case
            when reason is null then key_left_out
            when detail is not null then detail
            when reason = 'table_missing' then 'The message names no table for its rows.'
            else concat(
                array_join(filter(array(source_database, source_schema, source_table), part -> part <> ''), '.'),
                case reason
                    when 'no_key_declared' then concat(
                        ': the message names no key columns that can be used, and seeds/changefeed_table_keys.csv declares none. Add a line there (with ',
                        'empty key_columns if the table has no key). Why they may be missing: docs page of ', dialect, '.'
                    )
                    when 'key_names_unusable' then concat(
                        ': the names of the key columns hold a null, or one name twice (', to_json(key_columns),
                        '). Declare the key in seeds/changefeed_table_keys.csv if this table has one.'
                    )
                    when 'key_absent' then concat(
                        ': a row lacks one of the key columns ', array_join(key_columns, ', '), '.')
                end
            )
        end as detail
    from judged_messages
    lateral view outer posexplode(
        if(reason is null and is_row_change, arrays_zip(after_rows, before_rows), null)
    ) as message_index, row

),

keyed_changes as (

    select
        *,
        case
            when reason is not null or not is_row_change or operation not in ('update', 'delete') then null
            when size(key_columns) > 0 then to_json(transform(key_columns, k -> coalesce(before[k], if(map_contains_key(before, k), null, after[k]))))
            else to_json(array(sha2(to_json(array_sort(map_entries(if(is_before_changed_only and operation = 'update', map_concat(map_filter(after, (name, text) -> not map_contains_key(before, name)), before), before)))), 256)))
        end as key_before,
        case
            when reason is not null or not is_row_change or operation = 'delete' then null
            when size(key_columns) > 0 then to_json(transform(key_columns, k -> after[k]))
            else to_json(array(sha2(to_json(array_sort(map_entries(after))), 256)))
        end as key_after
    from row_changes

),

decoded_changes as (

    select
        * except (
            key_before, key_after, is_row_change, step, before, after, is_before_changed_only, operation, pair_side
        ),
        step,
        case when reason is not null then null when false then 'other' else operation end as operation,
        if(
            false,
            '',
            coalesce(if(step = 0 and operation = 'update', key_before, key_after), key_before, '')
        ) as row_key,
        if(step = 1, key_before, null) as previous_row_key,
        case
            when step = 1 or false then null
            when key_before <> key_after and is_before_changed_only and (size(key_columns) = 0 or not coalesce(is_partial, false)) then map_concat(map_filter(after, (name, text) -> not map_contains_key(before, name)), before)
            else before
        end as before,
        is_before_changed_only and not coalesce(key_before <> key_after, false) as is_before_changed_only,
        if(step = 0 and key_before <> key_after or false, null, after) as after
    from keyed_changes
    lateral view explode(if(key_before <> key_after, array(0, 1), array(0))) as step

);
