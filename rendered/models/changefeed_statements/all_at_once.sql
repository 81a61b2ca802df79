select coalesce(max(decode_batch_id), 0) from changefeed_internal.statements where true;

select coalesce(max(decode_batch_id), 0) from changefeed_internal.decoded where decode_batch_id > 5 and operation in ('ddl', 'truncate');

insert into changefeed_internal.statements by name select * from (

-- once: stored.decode_batch_id between 6 and 6
with statements as (

    select
        -- as in models/changefeed_statements/landed.sql
    from changefeed_internal.decoded
    where
        decode_batch_id > 5
        and operation in ('ddl', 'truncate')

),

final as (
    -- as in models/changefeed_statements/landed.sql
)

select * from final) where (select count(*) from changefeed_internal.statements as stored where stored.decode_batch_id between 6 and 6) = 0;

select 1 from changefeed_internal.statements limit 1;

select feed
from changefeed_internal.statements
where not is_spelled
union
select named.feed
from (
    -- as in models/changefeed_statements/landed.sql
) as named
inner join (select feed, source_database, source_schema, source_table
from changefeed_internal.source_tables
where feed <> '' and true) as new
    on
        named.feed = new.feed
        and lower(named.name.source_database) = lower(new.source_database)
where
    -- as in models/changefeed_statements/landed.sql
merge into changefeed_internal.statements as events
using (
    with names as (
        select feed, topic, topic_incarnation, partition, offset, message_index, named.name, named.is_new as is_new
        from changefeed_internal.statements
        lateral view explode(array_distinct(flatten(transform(
            -- as in models/changefeed_statements/landed.sql
        )))) as named
        where feed in ('shop')
    ),
    tables as (
        select feed, source_database, source_schema, source_table
        from changefeed_internal.source_tables
        where feed <> '' and feed in ('shop')
    ),
    spellings as (
        with written as (
            select feed, name, bool_or(is_new) as is_new
            from (
                select feed, name, is_new from names
                union all
                select feed, named_struct('source_database', name.source_database, 'source_schema', name.source_schema, 'source_table', '') as name, false as is_new from names
            )
            group by feed, name
        ),
        known as (
            select distinct feed, each as name
            from (select feed, struct(source_database, source_schema, source_table) as name from tables)
            lateral view explode(array(
            name,
            named_struct('source_database', name.source_database, 'source_schema', name.source_schema, 'source_table', ''),
            named_struct('source_database', name.source_database, 'source_schema', '', 'source_table', '')
        )) as each
        ),
        matched as (
            select written.feed, written.name, written.is_new, array_sort(collect_set(known.name)) as tables
            from written
            left join known on written.feed = known.feed and lower(written.name.source_database) = lower(known.name.source_database) and lower(written.name.source_schema) = lower(known.name.source_schema) and lower(written.name.source_table) = lower(known.name.source_table)
            group by written.feed, written.name, written.is_new
        ),
        unmatched as (
            select
                matched.feed,
                matched.name,
                matched.is_new,
                named_struct(
                    'source_database', coalesce(containers.name.source_database, matched.name.source_database),
                    'source_schema', coalesce(containers.name.source_schema, matched.name.source_schema),
                    'source_table', matched.name.source_table
                ) as spelled
            from matched
            left join (
                select feed, name as written, if(array_contains(tables, name), name, tables[0]) as name
                from matched
                where name.source_table = '' and (size(tables) = 1 or array_contains(tables, name))
            ) as containers
                on matched.feed = containers.feed and named_struct('source_database', matched.name.source_database, 'source_schema', matched.name.source_schema, 'source_table', '') = containers.written
            where size(matched.tables) = 0
        ),
        made as (
            select distinct feed, each as name
            from unmatched
            lateral view explode(array(
            spelled,
            named_struct('source_database', spelled.source_database, 'source_schema', spelled.source_schema, 'source_table', ''),
            named_struct('source_database', spelled.source_database, 'source_schema', '', 'source_table', '')
        )) as each
            where is_new
        ),
        made_matched as (
            select unmatched.feed, unmatched.name, unmatched.spelled, array_sort(collect_set(made.name)) as tables
            from unmatched
            left join made on unmatched.feed = made.feed and lower(unmatched.spelled.source_database) = lower(made.name.source_database) and lower(unmatched.spelled.source_schema) = lower(made.name.source_schema) and lower(unmatched.spelled.source_table) = lower(made.name.source_table)
            group by unmatched.feed, unmatched.name, unmatched.spelled
        ),
        found as (
            select feed, name, tables from matched where size(tables) > 0
            union all
            select feed, name, if(size(tables) = 0 or array_contains(tables, spelled), array(spelled), tables) as tables
            from made_matched
        )
        select * from found where not array_contains(tables, name)
    ),
    found as (
        select feed, topic, topic_incarnation, partition, offset, message_index, array_sort(collect_set(struct(name, tables))) as other_spellings
        from names
        inner join spellings using (feed, name)
        group by feed, topic, topic_incarnation, partition, offset, message_index
    )
    select distinct feed, topic, topic_incarnation, partition, offset, message_index, coalesce(found.other_spellings, slice(events.other_spellings, 1, 0)) as other_spellings
    from changefeed_internal.statements as events
    left join found using (feed, topic, topic_incarnation, partition, offset, message_index)
    where
        feed in ('shop')
        and (not events.is_spelled or events.other_spellings <> coalesce(found.other_spellings, slice(events.other_spellings, 1, 0)))
) as found
on events.feed = found.feed and events.topic = found.topic and events.topic_incarnation = found.topic_incarnation and events.partition = found.partition and events.offset = found.offset and events.message_index = found.message_index
when matched then update set
    former_tables = if(events.is_spelled, array_union(events.former_tables, transform(
    array(transform(
        array_distinct(flatten(transform(
            -- as in models/changefeed_statements/landed.sql, under lateral view explode(array_distinct(flatten(transform(
        ))),
        each -> named_struct(
            'is_new', each.is_new,
            'before', transform(
                array(get(filter(events.other_spellings, each_spelling -> each_spelling.name = each.name), 0)),
                spelling -> named_struct(
                    'is_other', spelling is not null,
                    'name', case when spelling is null then each.name when size(spelling.tables) = 1 then spelling.tables[0] end
                )
            )[0],
            'now', transform(
                array(get(filter(found.other_spellings, each_spelling -> each_spelling.name = each.name), 0)),
                spelling -> named_struct(
                    'is_other', spelling is not null,
                    'name', case when spelling is null then each.name when size(spelling.tables) = 1 then spelling.tables[0] end
                )
            )[0]
        )
    )),
    names -> if(
        exists(names, each -> (each.is_new or each.before.is_other) and not each.before.name <=> each.now.name),
        filter(transform(names, each -> each.before.name), name -> name is not null),
        cast(array() as array<struct<source_database:string,source_schema:string,source_table:string>>)
    )
)[0]), events.former_tables),
    decode_batch_id = if(events.is_spelled, cast(6 as bigint), events.decode_batch_id),
    is_spelled = true,
    is_understood = if(size(events.actions) > 0, forall(found.other_spellings, each -> size(each.tables) = 1), events.is_understood),
    other_spellings = found.other_spellings;
