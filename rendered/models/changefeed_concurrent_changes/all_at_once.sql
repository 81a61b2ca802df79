select coalesce(max(ranked_batch_id), 0) from changefeed_internal.concurrent_changes where true;

select
    feed,
    unix_micros(max(last_kafka_at) filter (where decode_batch_id <= 5)) as last_before,
    coalesce(bool_or(kind = 'redecode' and decode_batch_id > 5), false) as is_again
from changefeed_internal.read_batches
where feed <> '' and topic is not null
group by feed
having count(distinct topic, topic_incarnation, partition) > 1 and max(decode_batch_id) > 5;

select 1 from changefeed_internal.concurrent_changes where what = 'rank' limit 1;

select distinct feed from changefeed_internal.statements where decode_batch_id > 5 and batch_id <= (select max(last_batch_id) from changefeed_internal.read_batches where kind = 'new' and feed <> '' and decode_batch_id <= 5);

select
    feed,
    min(since) as since,
    count_if(is_ranked or since > 0 and (is_statement or first_partition <> last_partition)) as concurrent_times
from (
    select
        feed,
        xxhash64(position.ordered_at, source_database, source_schema, source_table, row_key) as object,
        min(unix_micros(position.ordered_at)) as since,
        min(xxhash64(topic, topic_incarnation, partition)) as first_partition,
        max(xxhash64(topic, topic_incarnation, partition)) as last_partition,
        max(operation in ('ddl', 'truncate')) as is_statement,
        max(position.concurrent_rank is not null) as is_ranked
    from (
        select
            log.* except (position),
            ranks.ranked_batch_id as ranked_batch_id,
            named_struct(
                'epoch', 0,
                'sequence', log.position.sequence,
                'ordered_at', log.position.ordered_at,
                'concurrent_rank', ranks.concurrent_rank,
                'topic', log.position.topic,
                'topic_incarnation', log.position.topic_incarnation,
                'partition', log.position.partition,
                'offset', log.position.offset,
                'message_index', log.position.message_index,
                'step', log.position.step
            ) as position
        from changefeed_internal.decoded as log
        left join (select
            feed, topic, topic_incarnation, partition, offset, message_index,
            max_by(concurrent_rank, ranked_batch_id) as concurrent_rank,
            max(ranked_batch_id) as ranked_batch_id
        from changefeed_internal.concurrent_changes
        where what = 'rank'
        group by all) as ranks
            on log.feed = ranks.feed and log.topic = ranks.topic and log.topic_incarnation = ranks.topic_incarnation and log.partition = ranks.partition and log.offset = ranks.offset and log.message_index = ranks.message_index
    )
    where
        (decode_batch_id > 5 and feed in ('shop'))
        and source_sequence is null
        and operation in ('snapshot', 'insert', 'update', 'delete', 'ddl', 'truncate')
    group by feed, object
)
group by feed;

select
    feed,
    min(since) as since,
    count_if(is_ranked or since > 0 and (is_statement or first_partition <> last_partition)) as concurrent_times
from (
    select
        -- as in models/changefeed_concurrent_changes/all_at_once.sql
    from (
        -- as in models/changefeed_concurrent_changes/all_at_once.sql
    )
    where
        ((feed = 'shop' and position.ordered_at >= timestamp_micros(1700000000000000)))
        and source_sequence is null
        and operation in ('snapshot', 'insert', 'update', 'delete', 'ddl', 'truncate')
    group by feed, object
)
group by feed;

create or replace table changefeed_internal.concurrent_changes__members using delta as with concurrent as (

    select
        feed,
        source_database, source_schema, source_table,
        position.ordered_at,
        struct(topic, topic_incarnation, partition) as topic_partition,
        struct(offset, message_index) as within,
        step,
        operation,
        row_key,
        previous_row_key,
        size(key_columns) = 0 as is_keyless,
        coalesce(is_partial, false) as is_partial,
        if(is_before_changed_only, map_concat(map_filter(after, (name, text) -> not map_contains_key(before, name)), before), before) as before,
        after,
        column_types,
        statement,
        source_at,
        position.concurrent_rank,
        topic,
        topic_incarnation,
        partition,
        offset,
        message_index,
        batch_id,
        decode_batch_id
    from (
        -- as in models/changefeed_concurrent_changes/all_at_once.sql
    )
    where
        source_sequence is null
        and position.ordered_at > timestamp '1970-01-01'
        and operation in ('snapshot', 'insert', 'update', 'delete', 'ddl', 'truncate')
        and ((feed = 'shop' and position.ordered_at >= timestamp_micros(1700000000000000)))

),

concurrent_rows as (

    select feed, ordered_at, source_database, source_schema, source_table, row_key
    from concurrent
    where operation in ('snapshot', 'insert', 'update', 'delete')
    group by all
    having min(topic_partition) <> max(topic_partition)

),

instants as (

    select feed, ordered_at from concurrent_rows
    union
    select feed, ordered_at from concurrent
    group by feed, ordered_at
    having min(topic_partition) <> max(topic_partition) and bool_or(operation in ('ddl', 'truncate'))
    union
    select feed, ordered_at from concurrent where concurrent_rank is not null

),

final as (

    select concurrent.* from concurrent
    left semi join instants using (feed, ordered_at)

)

select * from final;

create or replace table changefeed_internal.concurrent_changes__statements using delta as select
    * except (understood),
    understood.is_understood,
    understood.actions,
    cast(array() as array<struct<name:struct<source_database:string,source_schema:string,source_table:string>,tables:array<struct<source_database:string,source_schema:string,source_table:string>>>>) as other_spellings
from (
    select
        feed,
        source_database,
        source_schema,
        source_table,
        operation,
        statement,
        source_at,
        position.ordered_at,
        struct(topic, topic_incarnation, partition) as topic_partition,
        struct(offset, message_index) as within,
        transform(
        array(named_struct(
            'statement', if(length(statement) > 262144, '?', statement),
            'database', coalesce(source_database, ''),
            'schema', coalesce(source_schema, ''),
            'table', coalesce(source_table, ''),
            'is_mysql', coalesce(source_schema, '') = ''
        )),
        given -> transform(
        array(transform(
        array(regexp_extract_all(
            -- as in models/changefeed_statements/landed.sql
        )),
        found -> if(
            given.is_mysql and size(filter(found, token -> token rlike r'^/\*M?!')) <> size(filter(found, token -> token = '*/')),
            array('?'),
            filter(found, token -> not (token rlike if(given.is_mysql, r'(?s)\A(?:/\*M?![0-9]*+|\*/|/\*.*\*/|--.*|#.*)\z', r'(?s)\A(?:/\*(?!.*/\*).*\*/|--.*)\z')))
        )
    )[0]),
        -- as in models/changefeed_statements/landed.sql
    )[0]),
        -- as in models/changefeed_statements/landed.sql
    )[0]),
        -- as in models/changefeed_statements/landed.sql
    )),
        -- as in models/changefeed_statements/landed.sql
    end,
                    command -> concat_ws('\t', split_part(command, '\t', 1), altered[0], substr(command, instr(command, '\t') + 1))
                )
            )), null)
        )[0]
    end),
        -- as in models/changefeed_statements/landed.sql
    ))),
        -- as in models/changefeed_statements/landed.sql
    )[0]),
        own -> transform(
        array(transform(
        array(transform(split(trim(leading '. ' from fields[4]), ' [.] '), word -> if(
        word rlike '^[`~]',
        transform(
            array(tokens[int(substr(word, 2))]),
            token -> replace(substr(token, 2, length(token) - 2), repeat(left(token, 1), 2), left(token, 1))
        )[0],
        word
    ))),
        -- as in models/changefeed_statements/landed.sql
    )[0]),
        -- as in models/changefeed_statements/landed.sql
    ),
                'new_column_name', if(
        fields[3] rlike '^[`~]',
        transform(
            array(tokens[int(substr(fields[3], 2))]),
            token -> replace(substr(token, 2, length(token) - 2), repeat(left(token, 1), 2), left(token, 1))
        )[0],
        fields[3]
    ),
        -- as in models/changefeed_statements/landed.sql
    )[0],
        -- as in models/changefeed_statements/landed.sql
    )[0])),
        -- as in models/changefeed_statements/landed.sql
    )[0])
                when given.is_mysql and concat(' ', fields[5]) rlike r'(?is)\A(?:(?: (?!(?:NOT NULL)(?= |$))(?:(?>[(]1 .*?[)]1(?= |$)|[(]2 .*?[)]2(?= |$))|(?![(][12] )[^ ]++))*+ (?:NOT NULL)(?: .*)?)\z' then '\uFDD0NOT NULL'
            end
        )[0]
    )[0], null)
            )
        ))[0])[0])[0]
    )[0])),
        -- as in models/changefeed_statements/landed.sql
    )[0] as understood
    from changefeed_internal.decoded
    where operation in ('ddl', 'truncate') and source_sequence is null and feed in (select feed from changefeed_internal.concurrent_changes__members)
);

merge into changefeed_internal.concurrent_changes__statements as events
using (
    with names as (
        select feed, topic_partition, within, named.name, named.is_new and false as is_new
        from changefeed_internal.concurrent_changes__statements
        lateral view explode(array_distinct(flatten(transform(
            -- as in models/changefeed_statements/landed.sql
        )))) as named
        where true
    ),
    tables as (
        select feed, source_database, source_schema, source_table
        from changefeed_internal.source_tables
        where feed <> '' and feed in (select feed from changefeed_internal.concurrent_changes__members)
    ),
    spellings as (
        -- as in models/changefeed_statements/all_at_once.sql
    ),
    found as (
        select feed, topic_partition, within, array_sort(collect_set(struct(name, tables))) as other_spellings
        from names
        inner join spellings using (feed, name)
        group by feed, topic_partition, within
    )
    select distinct feed, topic_partition, within, coalesce(found.other_spellings, slice(events.other_spellings, 1, 0)) as other_spellings
    from changefeed_internal.concurrent_changes__statements as events
    left join found using (feed, topic_partition, within)
    where
        true
        and (false or events.other_spellings <> coalesce(found.other_spellings, slice(events.other_spellings, 1, 0)))
) as found
on events.feed = found.feed and events.topic_partition = found.topic_partition and events.within = found.within
when matched then update set
    is_understood = if(size(events.actions) > 0, forall(found.other_spellings, each -> size(each.tables) = 1), events.is_understood),
    other_spellings = found.other_spellings;

create or replace table changefeed_internal.concurrent_changes__objects using delta as with
-- A statement that came in several partitions acts on each at its own position.
acts as (

    select all_actions.* from (select
    feed,
    ordered_at,
    topic_partition,
    within,
    size(collect_set(topic_partition) over (partition by feed, statement, source_at)) > 1 as is_everywhere,
    action_index,
    action.*
from changefeed_internal.concurrent_changes__statements
lateral view posexplode(
    -- as in models/changefeed_event_actions/first.sql
) as action_index, action) as all_actions
    left semi join changefeed_internal.concurrent_changes__members as members using (feed, ordered_at)
    where not is_everywhere

),

resets as (

    select * from acts where action in ('truncate', 'drop_table')

),

columns_acted_on as (

    select
        feed, ordered_at,
        source_database, source_schema, source_table,
        array_distinct(flatten(collect_list(array(lower(column_name), lower(new_column_name))))) as names
    from acts
    where action in ('add_column', 'drop_column', 'rename_column')
    group by all

),

row_accesses as (

    select
        feed, ordered_at,
        source_database, source_schema, source_table,
        row_key as object,
        topic_partition,
        within,
        within as last_within,
        step as sub_step,
        case
            when operation = 'snapshot' or is_keyless and (operation = 'insert' or previous_row_key is not null) then 'any'
            when operation = 'insert' or previous_row_key is not null then 'absent'
            else 'there'
        end as pre,
        case when after is not null then 'there' when is_keyless then 'any' else 'absent' end as post,
        if(
            is_keyless or before is null or previous_row_key is not null,
            cast(map() as map<string,string>),
            if(names is null, before, map_filter(before, (name, text) -> not array_contains(names, lower(name))))
        ) as before,
        if(
            is_keyless or after is null ,
            cast(map() as map<string,string>),
            if(names is null, after, map_filter(after, (name, text) -> not array_contains(names, lower(name))))
        ) as after
    from changefeed_internal.concurrent_changes__members as members
    left join columns_acted_on using (feed, ordered_at, source_database, source_schema, source_table)
    where operation in ('snapshot', 'insert', 'update', 'delete')

),

rows_in_question as (

    select feed, ordered_at, source_database, source_schema, source_table, object from row_accesses
    group by all
    having min(topic_partition) <> max(topic_partition)
    union
    select row_accesses.feed, row_accesses.ordered_at, source_database, source_schema, source_table, row_accesses.object
    from row_accesses
    inner join resets using (feed, ordered_at, source_database, source_schema, source_table)
    where row_accesses.topic_partition <> resets.topic_partition

),

observed_columns as (

    select
        *,
        count_if(is_other) over (partition by feed, ordered_at, source_database, source_schema, source_table, object, topic_partition order by within, step) as run
    from (
        select
            *,
            coalesce(observed <> lag(observed) over in_partition, true) or acted <> coalesce(lag(acted) over in_partition, 0) as is_other
        from (
            select
                members.feed,
                members.ordered_at,
                source_database, source_schema, source_table,
                name as object,
                members.topic_partition,
                members.within,
                members.step,
                if(
                    exists(map_keys(coalesce(after, before)), column -> lower(column) = name),
                    concat('there ', coalesce(lower(map_values(map_filter(
                        from_json(column_types, 'map<string,string>'), (column, type) -> lower(column) = name
                    ))[0]), '')),
                    'absent'
                ) as observed,
                size(filter(acted_at, each -> each.topic_partition = members.topic_partition and each.within < members.within)) as acted
            from changefeed_internal.concurrent_changes__members as members
            inner join (
                select feed, ordered_at, source_database, source_schema, source_table, name, collect_list(struct(topic_partition, within)) as acted_at
                from acts
                lateral view explode(array_distinct(array(lower(column_name), lower(new_column_name)))) as name
                where action in ('add_column', 'drop_column', 'rename_column') and name <> ''
                group by all
            ) using (feed, ordered_at, source_database, source_schema, source_table)
            where operation in ('snapshot', 'insert', 'update', 'delete') and not is_partial and coalesce(after, before) is not null
        )
        window in_partition as (partition by feed, ordered_at, source_database, source_schema, source_table, object, topic_partition order by within, step)
    )

),

accesses as (

    select 'row' as kind, row_accesses.* from row_accesses
    left semi join rows_in_question using (feed, ordered_at, source_database, source_schema, source_table, object)

    union all

    select
        'row' as kind, feed, ordered_at, source_database, source_schema, source_table, object,
        topic_partition, within, within as last_within, action_index as sub_step, 'any' as pre, 'absent' as post,
        cast(map() as map<string,string>) as before, cast(map() as map<string,string>) as after
    from rows_in_question
    inner join resets using (feed, ordered_at, source_database, source_schema, source_table)

    union all

    select
        'column' as kind, feed, ordered_at, source_database, source_schema, source_table, object,
        topic_partition, min(within) as within, max(within) as last_within, min(step) as sub_step,
        if(observed = 'absent', 'absent', 'there') as pre, pre as post,
        if(length(observed) > 6, map('type', substr(observed, 7)), cast(map() as map<string,string>)) as before, before as after
    from observed_columns
    group by feed, ordered_at, source_database, source_schema, source_table, object, topic_partition, observed, run

    union all

    select
        'column' as kind, feed, ordered_at, source_database, source_schema, source_table, lower(each.name) as object,
        topic_partition, within, within as last_within, action_index as sub_step, each.pre, each.post,
        cast(map() as map<string,string>) as before, cast(map() as map<string,string>) as after
    from acts
    lateral view explode(case action
        when 'add_column' then array(struct(column_name as name, 'absent' as pre, 'there' as post))
        when 'drop_column' then array(struct(column_name as name, 'there' as pre, 'absent' as post))
        when 'rename_column' then array(
            struct(column_name as name, 'there' as pre, 'absent' as post),
            struct(new_column_name as name, 'absent' as pre, 'there' as post)
        )
    end) as each

    union all

    select
        'table' as kind, feed, ordered_at, source_database, source_schema, source_table, '' as object,
        topic_partition, min(within) as within, max(within) as last_within, 0 as sub_step, 'there' as pre, 'there' as post,
        cast(map() as map<string,string>) as before, cast(map() as map<string,string>) as after
    from (
        select
            members.*,
            size(filter(acted_at, each -> each.topic_partition = members.topic_partition and each.within < members.within)) as acted
        from changefeed_internal.concurrent_changes__members as members
        inner join (
            select feed, ordered_at, source_database, source_schema, source_table, collect_list(struct(topic_partition, within)) as acted_at
            from (select
                    feed, ordered_at, topic_partition, within, action_index,
                    each.source_database, each.source_schema, each.source_table, each.pre, each.post
                from acts
                lateral view explode(case action
                    when 'create_table' then array(struct(source_database, source_schema, source_table, 'absent' as pre, 'there' as post))
                    when 'drop_table' then array(struct(source_database, source_schema, source_table, 'there' as pre, 'absent' as post))
                    when 'rename_table' then array(
                        struct(source_database, source_schema, source_table, 'there' as pre, 'absent' as post),
                        struct(
                            new_database as source_database, new_schema as source_schema, new_table as source_table, 'absent' as pre, 'there' as post
                        )
                    )
                end) as each
                where each.source_table <> '')
            group by all
        ) using (feed, ordered_at, source_database, source_schema, source_table)
        where operation in ('snapshot', 'insert', 'update', 'delete')
    )
    group by feed, ordered_at, source_database, source_schema, source_table, topic_partition, acted

    union all

    select
        'table' as kind, feed, ordered_at, source_database, source_schema, source_table, '' as object,
        topic_partition, within, within as last_within, action_index as sub_step, pre, post,
        cast(map() as map<string,string>) as before, cast(map() as map<string,string>) as after
    from (select
        -- as in models/changefeed_concurrent_changes/all_at_once.sql
),

objects as (

    select
        kind,
        feed, ordered_at,
        source_database, source_schema, source_table,
        object,
        transform(
            array_sort(
                collect_list(struct(topic_partition, within, sub_step, last_within, pre, post, before, after)),
                (one, other) -> case when struct(one.topic_partition, one.within, one.sub_step) < struct(other.topic_partition, other.within, other.sub_step) then -1 when struct(one.topic_partition, one.within, one.sub_step) > struct(other.topic_partition, other.within, other.sub_step) then 1 else 0 end
            ),
            (access, i) -> struct(
                i, access.topic_partition, access.within, access.last_within, access.pre, access.post, access.before, access.after
            )
        ) as accesses
    from accesses
    group by all
    having min(topic_partition) <> max(topic_partition)

)

select * from objects;

create or replace table changefeed_internal.concurrent_changes__orders using delta as -- How the changes before left a row; unknown where several partitions changed the row at that time.
with said_before as (

    select
        feed, ordered_at,
        source_database, source_schema, source_table,
        object,
        max_by(struct(said, said_at), said_at) as before
    from (
        select
            objects.feed,
            objects.ordered_at,
            source_database, source_schema, source_table,
            objects.object,
            log.said_at,
            case
                when min(log.topic_partition) <> max(log.topic_partition) then 'unknown'
                when max_by(log.post, log.position) = 'any' then 'unknown'
                else max_by(log.post, log.position)
            end as said
        from changefeed_internal.concurrent_changes__objects as objects
        inner join (
            select
                feed,
                source_database, source_schema, source_table,
                row_key as object,
                position,
                position.ordered_at as said_at,
                struct(topic, topic_incarnation, partition) as topic_partition,
                case when after is not null then 'there' when size(key_columns) = 0 then 'any' else 'absent' end as post
            from changefeed_internal.decoded
            where operation in ('snapshot', 'insert', 'update', 'delete') and source_sequence is null
        ) as log using (feed, source_database, source_schema, source_table, object)
        where objects.kind = 'row' and log.said_at < objects.ordered_at
        group by all
    )
    group by all

),

table_before as (

    select
        feed, ordered_at,
        source_database, source_schema, source_table,
        max(cut_at) filter (where action <> 'rename_table') as cut_at,
        max(cut_at) filter (where action = 'rename_table') as renamed_at
    from (select distinct feed, ordered_at, source_database, source_schema, source_table from changefeed_internal.concurrent_changes__objects where kind = 'row')
    inner join (
        select feed, source_database, source_schema, source_table, action, ordered_at as cut_at from (select
    feed,
    ordered_at,
    topic_partition,
    within,
    size(collect_set(topic_partition) over (partition by feed, statement, source_at)) > 1 as is_everywhere,
    action_index,
    action.*
from changefeed_internal.concurrent_changes__statements
lateral view posexplode(
    -- as in models/changefeed_event_actions/first.sql
) as action_index, action) where action in ('truncate', 'drop_table')
        union all
        select feed, new_database, new_schema, new_table, action, ordered_at from (select
    feed,
    ordered_at,
    topic_partition,
    within,
    size(collect_set(topic_partition) over (partition by feed, statement, source_at)) > 1 as is_everywhere,
    action_index,
    action.*
from changefeed_internal.concurrent_changes__statements
lateral view posexplode(
    -- as in models/changefeed_event_actions/first.sql
) as action_index, action) where action = 'rename_table'
    ) using (feed, source_database, source_schema, source_table)
    where cut_at < ordered_at
    group by all

),

assumed as (

    select
        objects.*,
        case
            when kind <> 'row' then 'unknown'
            when cut_at > coalesce(said_before.before.said_at, renamed_at) then 'absent'
            when cut_at >= coalesce(said_before.before.said_at, cut_at) then if(
                said_before.before.said_at is null and renamed_at is null, 'absent', 'unknown'
            )
            when renamed_at >= coalesce(said_before.before.said_at, renamed_at) then 'unknown'
            else coalesce(said_before.before.said, 'absent')
        end as state_before
    from changefeed_internal.concurrent_changes__objects as objects
    left join said_before using (feed, ordered_at, source_database, source_schema, source_table, object)
    left join table_before using (feed, ordered_at, source_database, source_schema, source_table)

),

possible_orders as (

    select
        *,
        if(
            size(accesses) > 60,
            cast(array() as array<array<int>>),
            aggregate(
                array(
                    struct(state_before as state, true as by_images),
                    struct('unknown' as state, true as by_images),
                    struct('unknown' as state, false as by_images)
                ),
                cast(array() as array<array<int>>),
                (found, assumption) -> if(
                    size(found) > 0,
                    found,
                    transform(
                        aggregate(
                            accesses,
                            array(struct(cast(array() as array<int>) as ordering, assumption.state as state, cast(map() as map<string,string>) as image)),
                            (begun, nth) -> if(
                                size(begun) > 64,
                                slice(begun, 1, 0),
                                flatten(transform(begun, so_far -> transform(
                                    filter(
                                        accesses,
                                        access -> not array_contains(so_far.ordering, access.i)
                                        and (
                                            access.i = 0
                                            or accesses[access.i - 1].topic_partition <> access.topic_partition
                                            or array_contains(so_far.ordering, access.i - 1)
                                        )
                                        and (access.pre = 'any' or so_far.state in ('unknown', 'any', access.pre))
                                        and (
                                            access.pre <> 'there'
                                            or not assumption.by_images
                                            or not exists(
                                                map_keys(access.before),
                                                name -> array_contains(map_keys(so_far.image), name)
                                                and not (so_far.image[name] <=> access.before[name])
                                            )
                                        )
                                    ),
                                    access -> struct(concat(so_far.ordering, array(access.i)) as ordering, access.post as state, access.after as image)
                                )))
                            )
                        ),
                        whole -> whole.ordering
                    )
                )
            )
        ) as orderings
    from assumed

)

select * from possible_orders;

insert into changefeed_internal.concurrent_changes by name select * from (

-- once: stored.ranked_batch_id between 6 and 6
with ranks as (

    with precedences as (

        select
            feed, ordered_at,
            pair.is_soft,
            accesses[pair.one].topic_partition as one_partition,
            accesses[pair.one].last_within as one,
            accesses[pair.other].topic_partition as other_partition,
            accesses[pair.other].within as other
        from changefeed_internal.concurrent_changes__orders
        lateral view explode(flatten(transform(
            orderings[0],
            (one, nth) -> transform(
                filter(slice(orderings[0], nth + 2, size(orderings[0])), other -> accesses[one].topic_partition <> accesses[other].topic_partition),
                other -> struct(
                    one,
                    other,
                    not forall(orderings, ordering -> array_position(ordering, one) < array_position(ordering, other)) as is_soft
                )
            )
        ))) as pair

    ),

    -- From one partition to another, two precedences are enough: the latest before a change and the earliest after it.
    latest as (

        select
            feed, ordered_at,
            is_soft,
            one_partition,
            max(one) as one,
            other_partition,
            other
        from precedences
        group by feed, ordered_at, is_soft, one_partition, other_partition, other

    ),

    earliest as (

        select
            feed, ordered_at,
            is_soft,
            one_partition,
            one,
            other_partition,
            min(other) as other
        from latest
        group by feed, ordered_at, is_soft, one_partition, other_partition, one

    ),

    ranked as (

        select
            feed, ordered_at,
            aggregate(
                array(true, false),
                struct(false as is_settled, slice(precedences, 1, 0) as ranks),
                (tried, with_soft) -> if(
                    tried.is_settled,
                    tried,
                    aggregate(
                        sequence(0, if(
                            size(precedences) > 500, 0, least(size(precedences), 64)
                        )),
                        struct(
                            false as is_settled,
                            filter(precedences, each -> with_soft or not each.is_soft) as ranks
                        ),
                        (state, nth) -> if(
                            state.is_settled,
                            state,
                            aggregate(
                                array(transform(state.ranks, each -> struct(
                                    each.is_soft, each.one_partition, each.one, each.other_partition, each.other, each.least_rank,
                                    each.least_rank + aggregate(
                                        state.ranks,
                                        0,
                                        (rank, earlier) -> if(
                                            earlier.other_partition = each.one_partition and earlier.other <= each.one, greatest(rank, earlier.concurrent_rank), rank
                                        )
                                    ) as concurrent_rank
                                ))),
                                state,
                                (last, ranks) -> struct(ranks = last.ranks as is_settled, ranks)
                            )
                        )
                    )
                ),
                tried -> struct(
                    tried.is_settled, if(tried.is_settled, filter(tried.ranks, each -> each.concurrent_rank > 0), slice(precedences, 1, 0)) as ranks
                )
            ) as relaxed
        from (
            select
                feed, ordered_at,
                collect_list(struct(
                    is_soft, one_partition, one, other_partition, other, if(one_partition > other_partition, 1, 0) as least_rank, 0 as concurrent_rank
                )) as precedences
            from earliest
            group by feed, ordered_at
        )

    ),

    concurrent_ranks as (

        select
            members.* except (concurrent_rank),
            members.concurrent_rank as concurrent_rank_before,
            not coalesce(ranked.relaxed.is_settled, true) as is_circular,
            aggregate(
                ranked.relaxed.ranks,
                cast(null as int),
                (greatest_rank, each) -> if(
                    each.other_partition = members.topic_partition and each.other <= members.within,
                    nullif(greatest(greatest_rank, each.concurrent_rank), 0),
                    greatest_rank
                )
            ) as concurrent_rank
        from changefeed_internal.concurrent_changes__members as members
        left join ranked using (feed, ordered_at)

    )

    select * from concurrent_ranks

),

ranked as (

    select distinct
        feed,
        ordered_at,
        topic,
        topic_incarnation,
        partition,
        offset,
        message_index,
        concurrent_rank,
        batch_id,
        decode_batch_id
    from ranks
    where not concurrent_rank <=> concurrent_rank_before

),

undecided as (

    select
        orders.*,
        size(orders.accesses) as changes,
        size(orders.orderings) as orders
    from changefeed_internal.concurrent_changes__orders as orders
    left join (select distinct feed, ordered_at, is_circular from ranks) using (feed, ordered_at)
    where size(orders.orderings) <> 1 or is_circular

),

looked_at as (

    -- The row without a feed says how far a run has looked.
    select
        feed,
        ordered_at
    from values
        ('', cast(null as timestamp)),
        ('shop', timestamp_micros(1700000000000000))
        as looked_at (feed, ordered_at)

),

final as (

    select
        -- as in models/changefeed_concurrent_changes/landed.sql
    from looked_at

    union all

    select
        'rank' as what,
        feed,
        ordered_at,
        topic as topic,
        topic_incarnation as topic_incarnation,
        partition as partition,
        offset as offset,
        message_index as message_index,
        concurrent_rank as concurrent_rank,
        batch_id as batch_id,
        decode_batch_id as decode_batch_id,
        cast(null as string) as kind,
        cast(null as string) as source_database,
        cast(null as string) as source_schema,
        cast(null as string) as source_table,
        cast(null as string) as object,
        cast(null as string) as state_before,
        cast(null as int) as changes,
        cast(null as int) as orders,
        cast(6 as bigint) as ranked_batch_id
    from ranked

    union all

    select
        'undecided' as what,
        feed,
        ordered_at,
        cast(null as string) as topic,
        cast(null as string) as topic_incarnation,
        cast(null as int) as partition,
        cast(null as bigint) as offset,
        cast(null as int) as message_index,
        cast(null as int) as concurrent_rank,
        cast(null as bigint) as batch_id,
        cast(null as bigint) as decode_batch_id,
        kind as kind,
        source_database as source_database,
        source_schema as source_schema,
        source_table as source_table,
        object as object,
        state_before as state_before,
        changes as changes,
        orders as orders,
        cast(6 as bigint) as ranked_batch_id
    from undecided

)

select * from final) where (select count(*) from changefeed_internal.concurrent_changes as stored where stored.ranked_batch_id between 6 and 6) = 0;
