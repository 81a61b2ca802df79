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
                    array_sort(transform(
                        filter(map_entries(row), field -> contains(field.key, '\u0000')),
                        field -> struct(
                            size(split(field.key, r'\x00')) as depth,
                            not endswith(field.key, '\uFDD0') as is_set,
                            split(field.key, r'\x00') as names,
                            field.value as json
                        )
                    )) as paths
                )),
                parts -> map_concat(
                    map_filter(parts.whole, (name, text) -> not exists(parts.paths, path -> path.names[0] = name)),
                    map_from_entries(transform(
                        array_distinct(transform(parts.paths, path -> path.names[0])),
                        name0 -> struct(name0, aggregate(
                            filter(parts.paths, path -> path.names[0] = name0),
                            parts.whole[name0],
                            (json, path) -> aggregate(
                                reverse(aggregate(
                                    slice(path.names, 2, path.depth),
                                    struct(json as json, cast(array() as array<struct<name:string,text:string,is_list:boolean,parts:array<struct<name:string,json:string>>>>) as levels),
                                    (at, name) -> get(
                                        transform(
                                            array(struct(
                                                name,
                                                at.json as text,
                                                coalesce(startswith(at.json, '[') and (name = '\uFDD0' or name rlike r'^(0|[1-9][0-9]{0,6})\z' and try_cast(name as int) <= 1500000), false) as is_list,
                                                if(startswith(at.json, '[') or startswith(at.json, '{'), get(
                                                    transform(
                                                        array(regexp_replace(
                                                            if(
                                                                contains(at.json, r'\u') or contains(at.json, '\uFDD0'),
                                                                replace(
                                                                    if(
                                                                        contains(lower(at.json), r'\ufdd0'),
                                                                        regexp_replace(at.json, r'(?<!\\)((?:\\\\)*+)\\u[fF][dD][dD]0', '$1\uFDD0'),
                                                                        at.json
                                                                    ),
                                                                    '\uFDD0',
                                                                    '\uFDD00'
                                                                ),
                                                                at.json
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
                                                ), array()) as parts
                                            )),
                                            here -> struct(
                                                get(here.parts, if(here.is_list, coalesce(try_cast(name as int), -1), cast(array_position(here.parts.name, name) as int) - 1)).json as json,
                                                array_append(at.levels, here) as levels
                                            )
                                        ),
                                        0
                                    )
                                ).levels),
                                path.json,
                                (json, here) -> case
                                    when here.name = '\uFDD0' then if(here.is_list, concat('[', array_join(slice(here.parts.json, 1, cast(json as int)), ','), ']'), here.text)
                                    when here.is_list then concat('[', array_join(transform(
                                        sequence(0, greatest(size(here.parts) - 1, cast(here.name as int))),
                                        place -> coalesce(if(place = cast(here.name as int), json, get(here.parts, place).json), 'null')
                                    ), ','), ']')
                                    when json is null and here.text is null then null
                                    else concat('{', array_join(transform(
                                        filter(
                                            concat(
                                                transform(here.parts, part -> struct(part.name, if(part.name = here.name, json, part.json) as json)),
                                                if(array_contains(here.parts.name, here.name), array(), array(struct(here.name, json)))
                                            ),
                                            part -> part.json is not null
                                        ),
                                        part -> concat(get(
                                transform(
                                    array(part.name),
                                    plain -> if(plain rlike r'["\\\x00-\x1f]', regexp_extract(to_json(array(plain)), r'(?s)^.(.*).$', 1), concat('"', plain, '"'))
                                ),
                                0
                            ), ':', part.json)
                                    ), ','), '}')
                                end
                            )
                        ))
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
                                meant -> transform_values(row, (name, text) -> case when name <> meant or startswith(text, '\uFDD0') then text when not text rlike action.fits then concat('\uFDD0not ', action.column_type, ' ', text) when startswith(text, '{') then text else coalesce(action.texts[text], concat(coalesce(action.text_before, ''), text, coalesce(action.text_after, ''))) end)
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
