select concat_ws('/', count(*), max(decode_batch_id), (select count(*) from changefeed_internal.sweeps), nullif(sum(position.epoch), 0), nullif(sum(position.concurrent_rank), 0), (select bit_xor(xxhash64(*)) from changefeed_internal.table_reloads where feed <> ''), (select bit_xor(xxhash64(column_type, column_name, position)) from (select * except (types)
from (
    select
        *,
        collect_set(column_type) over (partition by feed, source_database, source_schema, source_table, column_name) as types
    from changefeed_internal.sent_types
    lateral view explode(from_json(column_types, 'map<string,string>')) as column_name, column_type
)
where size(types) > 1))) as fingerprint, count_if(is_understood and exists(actions, action -> action.action = 'drop_table' and action.source_table = '')) as dropped_databases, count_if(coalesce(size(position.sequence) = 2 and position.sequence[1] = -1, false)) as unnumbered, coalesce(max(decode_batch_id) filter (where size(former_tables) > 0), 0) as newest_with_former_tables from changefeed.table_events;

select count(*) from changefeed_internal.table_actions where fingerprint = '8/6/1';

select count(*) from changefeed_internal.event_actions where action = 'change_type' and (feed in (select feed from changefeed_internal.feed_settings where dialect in ('debezium', 'debezium_flat', 'debezium_mongodb_flat', 'debezium_avro', 'debezium_flat_avro', 'debezium_cloudevents')) or column_type rlike r'(?i)^ *(enum|set)\b' and feed in (select feed from changefeed_internal.feed_settings where dialect in ('canal', 'ticdc_canal', 'tencent_dts_canal', 'ticdc_open', 'ticdc_simple')));

select feed, dialect, time_zone, source_kind, options
        from changefeed_internal.feed_settings

        order by feed;

select distinct feed, old_type, new_type, pair from (select *, md5(to_json(array(feed, old_type, new_type))) as pair
from (
    select
        changed.feed, changed.source_database, changed.source_schema, changed.source_table,
        changed.position,
        changed.action_index,
        changed.new_type,
        max_by(
            get(filter(map_entries(told.types), each -> lower(each.key) = lower(changed.old_name)), 0).value,
            told.position
        ) filter (where exists(map_keys(told.types), name -> lower(name) = lower(changed.old_name))) as old_type
    from (
        select
            actions.feed, actions.source_database, actions.source_schema, actions.source_table,
            actions.position,
            actions.action_index,
            actions.column_type as new_type,
            coalesce(renames.column_name, actions.column_name) as old_name
        from (select * from changefeed_internal.event_actions where action = 'change_type' and (feed in (select feed from changefeed_internal.feed_settings where dialect in ('debezium', 'debezium_flat', 'debezium_mongodb_flat', 'debezium_avro', 'debezium_flat_avro', 'debezium_cloudevents')) or column_type rlike r'(?i)^ *(enum|set)\b' and feed in (select feed from changefeed_internal.feed_settings where dialect in ('canal', 'ticdc_canal', 'tencent_dts_canal', 'ticdc_open', 'ticdc_simple')))) as actions
        left join (select *
            from changefeed_internal.event_actions
            where action = 'rename_column' and not startswith(column_name, '\uFDD0')
        ) as renames
            on
                actions.feed = renames.feed and actions.source_database = renames.source_database and actions.source_schema = renames.source_schema and actions.source_table = renames.source_table and
                actions.position = renames.position
                and actions.column_name = ltrim('\uFDD0', renames.new_column_name)
    ) as changed
    left join (
        select feed, source_database, source_schema, source_table, position, from_json(column_types, 'map<string,string>') as types
        from changefeed_internal.ordered_changes
        where operation in ('snapshot', 'insert', 'update', 'delete') and column_types is not null and feed in (select feed from changefeed_internal.event_actions where action = 'change_type' and (feed in (select feed from changefeed_internal.feed_settings where dialect in ('debezium', 'debezium_flat', 'debezium_mongodb_flat', 'debezium_avro', 'debezium_flat_avro', 'debezium_cloudevents')) or column_type rlike r'(?i)^ *(enum|set)\b' and feed in (select feed from changefeed_internal.feed_settings where dialect in ('canal', 'ticdc_canal', 'tencent_dts_canal', 'ticdc_open', 'ticdc_simple'))))
        union all
        select
            feed, source_database, source_schema, described.table_name as source_table, position,
            map_from_arrays(described.columns.name, described.columns.type) as types
        from (
            select *, explode(case dialect
                    when 'ticdc_simple' then transform(
                        from_json(
                            column_types,
                            'array<struct<table:string,columns:array<struct<name:string,dataType:struct<mysqlType:string,length:int,`decimal`:int,elements:array<string>,unsigned:boolean>>>,indexes:array<struct<`unique`:boolean,`primary`:boolean,nullable:boolean,columns:array<string>>>>>',
                            map('allowSingleQuotes', 'false', 'allowNonNumericNumbers', 'false', 'maxStringLen', '2147483647', 'maxNumLen', '2147483647')
                        ),
                        each -> named_struct(
                            'table_name', each.table,
                            'key', coalesce(
                                get(filter(each.indexes, part -> part.`primary`), 0).columns,
                                get(filter(each.indexes, part -> part.`unique` and not part.nullable), 0).columns,
                                cast(array() as array<string>)
                            ),
                            'columns', transform(
                                filter(each.columns, column -> column.name is not null and column.dataType.mysqlType is not null),
                                column -> named_struct(
                                    'name', column.name,
                                    'type', concat(
                                        lower(column.dataType.mysqlType),
                                        coalesce(case
                                            when size(column.dataType.elements) > 0 then concat('(', array_join(transform(column.dataType.elements, label -> concat("'", replace(label, "'", "''"), "'")), ','), ')')
                                            when lower(column.dataType.mysqlType) = 'decimal' then concat('(', column.dataType.length, ',', coalesce(column.dataType.`decimal`, 0), ')')
                                            when lower(column.dataType.mysqlType) in ('char', 'varchar', 'binary', 'varbinary', 'bit') then concat('(', column.dataType.length, ')')
                                            when lower(column.dataType.mysqlType) in ('time', 'datetime', 'timestamp') and column.dataType.`decimal` > 0 then concat('(', column.dataType.`decimal`, ')')
                                        end, ''),
                                        if(column.dataType.unsigned, ' unsigned', '')
                                    ),
                                    'comment', cast(null as string)
                                )
                            )
                        )
                    )
                    when 'debezium' then transform(
                        filter(
                            from_json(column_types, 'array<struct<id:string,table:struct<primaryKeyColumnNames:array<string>,columns:array<struct<name:string,typeName:string,length:int,scale:int,comment:string,enumValues:array<string>>>>>>', map('allowSingleQuotes', 'false', 'allowNonNumericNumbers', 'false', 'maxStringLen', '2147483647', 'maxNumLen', '2147483647')),
                            each -> each.table.columns is not null
                        ),
                        each -> named_struct(
                            'table_name', replace(regexp_extract(each.id, r'\A[^"]*+(?:"(?:[^"]++|"")*+"[^"]++)*+"((?:[^"]++|"")*+)"\z', 1), '""', '"'),
                            'key', each.table.primaryKeyColumnNames,
                            'columns', transform(
                                filter(each.table.columns, column -> column.name is not null and column.typeName is not null),
                                column -> named_struct(
                                    'name', column.name,
                                    'type', transform(
                                        array(struct(
                                            trim(regexp_replace(lower(column.typeName), r'(?<! ) *+[(] *+[)]|\bidentity\b', '')) as name,
                                            nullif(column.length, 0) as length,
                                            column.scale as scale,
                                            source_kind in ('mysql', 'mariadb', 'tidb') as is_mysql
                                        )),
                                        said -> case
                                            when size(column.enumValues) > 0 then concat(said.name, '(', array_join(transform(
                                                column.enumValues, label -> if(label rlike r"(?s)^'.*'\z", label, concat("'", replace(label, "'", "''"), "'"))
                                            ), ','), ')')
                                            when contains(said.name, '(') then said.name
                                            else regexp_replace(said.name, r'^([a-z0-9]+)(?! varying)', concat('$1', coalesce(case
                                                when said.name rlike r'^(number|numeric)\b' and source_kind = 'oracle' and said.scale is null then null
                                                when said.name rlike r'^(decimal|dec|numeric|fixed|number)\b' or said.name rlike '^(float|double|real)' and said.is_mysql
                                                    then concat('(', said.length, coalesce(concat(',', said.scale), ''), ')')when said.name rlike r'^(time|timestamp|datetime|datetime2|datetimeoffset)\b'
                                                    then concat('(', if(said.is_mysql or source_kind = 'oracle', said.length, if(said.name = 'datetime', null, said.scale)), ')')
                                                when said.name rlike r'^(n?char|n?varchar2?|character|raw|binary|varbinary|bit|graphic|vargraphic)\b' then concat('(', said.length, ')')
                                            end, '')))
                                        end
                                    )[0],
                                    'comment', column.comment
                                )
                            )
                        )
                    )
                    when 'debezium_flat' then transform(
                        -- as in models/changefeed_table_actions/retyped.sql, under when 'debezium' then transform(
                    )
                    when 'debezium_mongodb_flat' then transform(
                        -- as in models/changefeed_table_actions/retyped.sql, under when 'debezium' then transform(
                    )
                    when 'debezium_avro' then transform(
                        -- as in models/changefeed_table_actions/retyped.sql, under when 'debezium' then transform(
                    )
                    when 'debezium_flat_avro' then transform(
                        -- as in models/changefeed_table_actions/retyped.sql, under when 'debezium' then transform(
                    )
                    when 'debezium_cloudevents' then transform(
                        -- as in models/changefeed_table_actions/retyped.sql, under when 'debezium' then transform(
                    )
                end) as described
            from changefeed_internal.ordered_changes
            where reason is null and operation not in ('snapshot', 'insert', 'update', 'delete') and column_types is not null and feed in (select feed from changefeed_internal.event_actions where action = 'change_type' and (feed in (select feed from changefeed_internal.feed_settings where dialect in ('debezium', 'debezium_flat', 'debezium_mongodb_flat', 'debezium_avro', 'debezium_flat_avro', 'debezium_cloudevents')) or column_type rlike r'(?i)^ *(enum|set)\b' and feed in (select feed from changefeed_internal.feed_settings where dialect in ('canal', 'ticdc_canal', 'tencent_dts_canal', 'ticdc_open', 'ticdc_simple'))))
        )
        where size(array_distinct(described.columns.name)) = size(described.columns)
    ) as told
        on
            changed.feed = told.feed and changed.source_database = told.source_database and changed.source_schema = told.source_schema and changed.source_table = told.source_table and
            told.position < changed.position
    group by all
));

select distinct feed, column_type, md5(to_json(array(feed, column_type))) as pair from changefeed_internal.event_actions where action = 'add_column' and column_default is not null;

select distinct feed, column_type, md5(to_json(array(feed, column_type))) as pair from changefeed_internal.event_actions where action = 'change_type';

create or replace table changefeed_internal.table_actions

    using delta

      comment '…'

      as

with rewritten as (

    select feed, source_database, source_schema, source_table, position, action_index, around.col1 as text_before, around.col2 as text_after, around.col3 as texts from (select *, case pair when '0cc1' then struct(concat('\uFDD0', coalesce(old_type, '?'), ' '), '', map('0', '0', '1', '2', '2', '1')) end as around from (select *, md5(to_json(array(feed, old_type, new_type))) as pair
from (
    -- as in models/changefeed_table_actions/retyped.sql
))) where around is not null

),

of_statements as (

    select
        *
    from changefeed_internal.event_actions
    left join rewritten using (feed, source_database, source_schema, source_table, position, action_index)

),

actions as (

    select
        -- as in models/changefeed_table_actions/first.sql
    from (
        select
            -- as in models/changefeed_table_actions/first.sql
        from of_statements
        left join changefeed_internal.table_renames using (feed)
    )
    where coalesce(present.source_table, source_table) <> ''

),

-- A full load that replaced a table without a key: no row of earlier epochs is left in the table.
reloads as (
    -- as in models/changefeed_table_actions/first.sql
),

all_resets as (
    -- as in models/changefeed_table_actions/first.sql
),

resets as (
    -- as in models/changefeed_table_actions/first.sql
),

column_actions as (

    select
        feed,
        source_database,
        source_schema,
        source_table,
        array_sort(
            collect_list(struct(position, action_index, action, column_name, new_column_name, column_type, column_default, text_before, text_after, texts, cast(null as string) as fits, positions)),
            (one, other) -> case when struct(one.position, one.action_index) < struct(other.position, other.action_index) then -1 when struct(one.position, one.action_index) > struct(other.position, other.action_index) then 1 else 0 end
        ) as column_actions
    from actions
    where action in ('add_column', 'drop_column', 'rename_column') or text_before is not null
    group by feed, source_database, source_schema, source_table

),

sweeps as (

    select
        feed,
        source_database,
        source_schema,
        source_table,
        max(since) as swept_before,
        collect_list(since) as sweeps
    from changefeed_internal.sweeps
    group by feed, source_database, source_schema, source_table

),

final as (
    -- as in models/changefeed_table_actions/first.sql
)

select
    *,
    '8/6/1' as fingerprint
from final;
