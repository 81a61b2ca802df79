select feed from changefeed_internal.feed_settings where dialect in ('drs_mongo', 'debezium_mongodb') order by feed;

create or replace view changefeed.current_rows (
    `feed` comment '…',
    `source_database` comment '…',
    `source_schema` comment '…',
    `source_table` comment '…',
    `table_bucket` comment '…',
    `row_key` comment '…',
    `key_columns` comment '…',
    `copies` comment '…',
    `is_deleted` comment '…',
    `operation` comment '…',
    `changed_at` comment '…',
    `applied_batch_id` comment '…',
    `position` comment '…',
    `row` comment '…'
)
comment '…'
tblproperties ('changefeed.fingerprint' = '…')
as

select
    * except (row),
    if(feed in ('carts', 'fair'), if(
        exists(map_keys(row), name -> contains(name, '\u0000')),
        get(
            transform(
                array(struct(
                    map_filter(row, (name, text) -> not contains(name, '\u0000')) as whole,
                    transform(
                        filter(map_entries(row), field -> contains(field.key, '\u0000')),
                        field -> struct(split(field.key, r'\x00') as names, field.value as json)
                    ) as paths
                )),
                parts -> map_concat(
                    map_filter(parts.whole, (name, text) -> not exists(parts.paths, path -> path.names[0] = name)),
                    map_from_entries(transform(
                        array_distinct(transform(parts.paths, path -> path.names[0])),
                        name0 -> struct(
                            name0,
                            get(
                                transform(
                                    transform(
                                        transform(array(struct(filter(parts.paths, path -> path.names[0] = name0) as paths, parts.whole[name0] as json)), g -> struct(
                                            g.paths,
                                            if(startswith(g.json, '[') or startswith(g.json, '{'), get(
                                                transform(
                                                    array(regexp_replace(
                                                        if(
                                                            contains(g.json, r'\u') or contains(g.json, '\uFDD0'),
                                                            replace(
                                                                if(
                                                                    contains(lower(g.json), r'\ufdd0'),
                                                                    regexp_replace(g.json, r'(?<!\\)((?:\\\\)*+)\\u[fF][dD][dD]0', '$1\uFDD0'),
                                                                    g.json
                                                                ),
                                                                '\uFDD0',
                                                                '\uFDD00'
                                                            ),
                                                            g.json
                                                        ),
                                                        r'\G((?:[^"\-0-9]*+(?:"(?![\-0-9a-fA-Ftn\[{\\])[^"\\]*+(?:\\.[^"\\]*+)*+"|"[^"\\]*+(?:\\.[^"\\]*+)*+"\s*+:|(?!-0(?![.eE0-9]))-?[0-9]++(?![.eE0-9])))*+[^"\-0-9]*+)(?:(-?(?:0(?![0-9])|[1-9][0-9]*+)(?:\.[0-9]++)?+(?:[eE][+\-]?+[0-9]++)?+)|"([^"\\]*+(?:\\.[^"\\]*+)*+)")',
                                                        '$1"\uFDD01$2\uFDD02$3"'
                                                    )),
                                                    marked -> transform(
                                                        coalesce(
                                                            if(
                                                                startswith(marked, '['),
                                                                transform(from_json(marked, 'array<string>', map('allowSingleQuotes', 'false', 'allowNonNumericNumbers', 'false', 'maxStringLen', '2147483647', 'maxNumLen', '2147483647')), (value, place) -> struct(cast(place as string) as name, value)),
                                                                transform(map_entries(from_json(marked, 'map<string,string>', map('allowSingleQuotes', 'false', 'allowNonNumericNumbers', 'false', 'maxStringLen', '2147483647', 'maxNumLen', '2147483647'))), member -> struct(replace(member.key, '\uFDD00', '\uFDD0') as name, member.value))
                                                            ),
                                                            array()
                                                        ),
                                                        part -> struct(part.name, if(
                                                            -- as in dialects/pg_logical.sql, under part -> struct(replace(part.key, '\uFDD00', '\uFDD0') as nam
                                                        ) as json)
                                                    )
                                                ),
                                                0
                                            ), array()) as parts,
                                            coalesce(startswith(g.json, '['), false)
                                            and forall(g.paths, p -> p.names[1] rlike r'^(0|[1-9][0-9]{0,6})\z' and try_cast(p.names[1] as int) <= 1500000) as is_list
                                        )),
                                        s1 -> struct(s1.is_list, transform(
                                            if(
                                                s1.is_list,
                                                transform(
                                                    sequence(0, greatest(size(s1.parts) - 1, array_max(transform(s1.paths, p -> try_cast(p.names[1] as int))))),
                                                    place -> cast(place as string)
                                                ),
                                                array_distinct(concat(s1.parts.name, transform(s1.paths, p -> p.names[1])))
                                            ),
                                            n1 -> struct(n1 as name, get(
                                                    transform(
                                                        array(struct(coalesce(
                                get(filter(s1.paths, p -> size(p.names) = 2 and p.names[1] = n1), 0),
                                struct(cast(null as array<string>) as names, get(s1.parts, if(s1.is_list, try_cast(n1 as int), cast(array_position(s1.parts.name, n1) as int) - 1)).json as json)
                            ).json as json, filter(s1.paths, p -> size(p.names) > 2 and p.names[1] = n1) as deeper)),
                                                        d1 -> if(size(d1.deeper) = 0, d1.json, get(
                                transform(
                                    transform(
                                        transform(array(struct(d1.deeper as paths, d1.json as json)), g -> struct(
                                            g.paths,
                                            if(startswith(g.json, '[') or startswith(g.json, '{'), get(
                                                -- as in models/changefeed_current_rows/first.sql
                                            ), array()) as parts,
                                            coalesce(startswith(g.json, '['), false)
                                            and forall(g.paths, p -> p.names[2] rlike r'^(0|[1-9][0-9]{0,6})\z' and try_cast(p.names[2] as int) <= 1500000) as is_list
                                        )),
                                        s2 -> struct(s2.is_list, transform(
                                            if(
                                                s2.is_list,
                                                transform(
                                                    sequence(0, greatest(size(s2.parts) - 1, array_max(transform(s2.paths, p -> try_cast(p.names[2] as int))))),
                                                    place -> cast(place as string)
                                                ),
                                                array_distinct(concat(s2.parts.name, transform(s2.paths, p -> p.names[2])))
                                            ),
                                            n2 -> struct(n2 as name, get(
                                                    transform(
                                                        array(struct(coalesce(
                                get(filter(s2.paths, p -> size(p.names) = 3 and p.names[2] = n2), 0),
                                struct(cast(null as array<string>) as names, get(s2.parts, if(s2.is_list, try_cast(n2 as int), cast(array_position(s2.parts.name, n2) as int) - 1)).json as json)
                            ).json as json, filter(s2.paths, p -> size(p.names) > 3 and p.names[2] = n2) as deeper)),
                                                        d2 -> if(size(d2.deeper) = 0, d2.json, get(
                                transform(
                                    transform(
                                        transform(array(struct(d2.deeper as paths, d2.json as json)), g -> struct(
                                            g.paths,
                                            if(startswith(g.json, '[') or startswith(g.json, '{'), get(
                                                -- as in models/changefeed_current_rows/first.sql
                                            ), array()) as parts,
                                            coalesce(startswith(g.json, '['), false)
                                            and forall(g.paths, p -> p.names[3] rlike r'^(0|[1-9][0-9]{0,6})\z' and try_cast(p.names[3] as int) <= 1500000) as is_list
                                        )),
                                        s3 -> struct(s3.is_list, transform(
                                            if(
                                                s3.is_list,
                                                transform(
                                                    sequence(0, greatest(size(s3.parts) - 1, array_max(transform(s3.paths, p -> try_cast(p.names[3] as int))))),
                                                    place -> cast(place as string)
                                                ),
                                                array_distinct(concat(s3.parts.name, transform(s3.paths, p -> p.names[3])))
                                            ),
                                            n3 -> struct(n3 as name, coalesce(
                                get(filter(s3.paths, p -> size(p.names) = 4 and p.names[3] = n3), 0),
                                struct(cast(null as array<string>) as names, get(s3.parts, if(s3.is_list, try_cast(n3 as int), cast(array_position(s3.parts.name, n3) as int) - 1)).json as json)
                            ).json as json)
                                        ) as parts)
                                    ),
                                    t -> if(
                                        t.is_list,
                                        concat('[', array_join(transform(t.parts, m -> coalesce(m.json, 'null')), ','), ']'),
                                        concat('{', array_join(transform(filter(t.parts, m -> m.json is not null), m -> concat(get(
                                transform(
                                    array(m.name),
                                    plain -> if(plain rlike r'["\\\x00-\x1f]', regexp_extract(to_json(array(plain)), r'(?s)^.(.*).$', 1), concat('"', plain, '"'))
                                ),
                                0
                            ), ':', m.json)), ','), '}')
                                    )
                                ),
                                0
                            ))
                                                    ),
                                                    0
                                                ) as json)
                                        ) as parts)
                                    ),
                                    t -> if(
                                        t.is_list,
                                        concat('[', array_join(transform(t.parts, m -> coalesce(m.json, 'null')), ','), ']'),
                                        concat('{', array_join(transform(filter(t.parts, m -> m.json is not null), m -> concat(get(
                                transform(
                                    array(m.name),
                                    plain -> if(plain rlike r'["\\\x00-\x1f]', regexp_extract(to_json(array(plain)), r'(?s)^.(.*).$', 1), concat('"', plain, '"'))
                                ),
                                0
                            ), ':', m.json)), ','), '}')
                                    )
                                ),
                                0
                            ))
                                -- as in models/changefeed_current_rows/first.sql
                            ), ':', m.json)), ','), '}')
                                    )
                                ),
                                0
                            )
                        )
                    ))
                )
            ),
            0
        ),
        row
    ), row) as row
from (
-- A row without key that stands before a truncate counts as taken by it: whether the row was still there is not known.
select
    rows.feed,
    rows.source_database,
    rows.source_schema,
    rows.source_table,
    rows.table_bucket,
    rows.row_key,
    rows.key_columns,
    if((
    coalesce(rows.position < coalesce(element_at(actions.last_reset_by_partition, concat_ws('/', rows.position.topic, rows.position.topic_incarnation, rows.position.partition)), actions.last_reset).position, false)
    or coalesce(rows.position.ordered_at < actions.swept_before, false)
), 0, rows.copies) as copies,
    rows.is_deleted or (
    coalesce(rows.position < coalesce(element_at(actions.last_reset_by_partition, concat_ws('/', rows.position.topic, rows.position.topic_incarnation, rows.position.partition)), actions.last_reset).position, false)
    or coalesce(rows.position.ordered_at < actions.swept_before, false)
) as is_deleted,
    case
        when (rows.is_deleted and size(rows.key_columns) > 0) or not (
    coalesce(rows.position < coalesce(element_at(actions.last_reset_by_partition, concat_ws('/', rows.position.topic, rows.position.topic_incarnation, rows.position.partition)), actions.last_reset).position, false)
    or coalesce(rows.position.ordered_at < actions.swept_before, false)
) then rows.operation
        else coalesce(array_min(filter(
            transform(actions.resets, reset -> struct(
                coalesce(element_at(reset.positions, concat_ws('/', rows.position.topic, rows.position.topic_incarnation, rows.position.partition)), reset.position) as position, reset.operation, reset.source_at
            )),
            reset -> rows.position < reset.position
        )).operation, 'delete')
    end as operation,
    case
        when (rows.is_deleted and size(rows.key_columns) > 0) or not (
    coalesce(rows.position < coalesce(element_at(actions.last_reset_by_partition, concat_ws('/', rows.position.topic, rows.position.topic_incarnation, rows.position.partition)), actions.last_reset).position, false)
    or coalesce(rows.position.ordered_at < actions.swept_before, false)
) then rows.changed_at
        else coalesce(array_min(filter(
            transform(actions.resets, reset -> struct(
                coalesce(element_at(reset.positions, concat_ws('/', rows.position.topic, rows.position.topic_incarnation, rows.position.partition)), reset.position) as position, reset.operation, reset.source_at
            )),
            reset -> rows.position < reset.position
        )).source_at, actions.swept_before)
    end as changed_at,
    rows.applied_batch_id,
    rows.position,
    if(
        size(rows.key_columns) = 0,
        rows.row,
        if(
            actions.column_actions is null,
            rows.row,
            aggregate(
                filter(
                    actions.column_actions,
                    action -> rows.position < coalesce(element_at(action.positions, concat_ws('/', rows.position.topic, rows.position.topic_incarnation, rows.position.partition)), action.position)
                ),
                rows.row,
                (row, action) -> case action.action
                    when 'add_column' then if(
                        exists(map_keys(row), name -> lower(name) = lower(action.column_name)),
                        row,
                        map_concat(row, map(action.column_name, action.column_default))
                    )
                    when 'drop_column' then coalesce(
                        get(
                            transform(
                                filter(
                                    map_keys(row),
                                    name -> name = action.column_name
                                    or lower(name) = lower(action.column_name)
                                    and not map_contains_key(row, action.column_name)
                                    and size(filter(map_keys(row), other -> lower(other) = lower(action.column_name))) = 1
                                ),
                                meant -> map_filter(row, (name, text) -> name <> meant)
                            ),
                            0
                        ),
                        row
                    )
                    when 'rename_column' then coalesce(
                        get(
                            transform(
                                filter(
                                    map_keys(row),
                                    name -> name = action.column_name
                                    or lower(name) = lower(action.column_name)
                                    and not map_contains_key(row, action.column_name)
                                    and size(filter(map_keys(row), other -> lower(other) = lower(action.column_name))) = 1
                                ),
                                meant -> transform_keys(map_filter(row, (name, text) -> name = meant or name <> action.new_column_name), (name, text) -> if(name = meant, action.new_column_name, name))
                            ),
                            0
                        ),
                        row
                    )
                    when 'change_type' then coalesce(
                        get(
                            transform(
                                filter(
                                    map_keys(row),
                                    name -> name = action.column_name
                                    or lower(name) = lower(action.column_name)
                                    and not map_contains_key(row, action.column_name)
                                    and size(filter(map_keys(row), other -> lower(other) = lower(action.column_name))) = 1
                                ),
                                meant -> transform_values(row, (name, text) -> if(name <> meant or text rlike '^[{\uFDD0]', text, coalesce(action.texts[text], concat(action.text_before, text, action.text_after))))
                            ),
                            0
                        ),
                        row
                    )
                    else row
                end
            )
        )
    ) as row
from changefeed_internal.folded_rows as rows
left join changefeed_internal.table_actions as actions
    using (feed, source_database, source_schema, source_table)
-- A row has no image while it waits to be folded again: a partial image moved here from another key. Until both keys are
-- folded again, the row of the other key stands.
where rows.row is not null
);
