create or replace table changefeed_internal.statements

    using delta

      comment '…'

      as

with statements as (
    -- as in models/changefeed_statements/first.sql
),

final as (
    -- as in models/changefeed_statements/first.sql
)

select * from final;

select 1 from changefeed_internal.statements limit 1;

select feed
from changefeed_internal.statements
where not is_spelled
union
select named.feed
from (
    select feed, named.name, coalesce(get(filter(other_spellings, each -> each.name = named.name), 0).tables, array()) as tables
    from changefeed_internal.statements
    lateral view explode(array_distinct(flatten(transform(
        coalesce(case
            when size(actions) > 0 then actions
            when operation = 'truncate' and source_table <> '' and size(actions) = 0 then array(named_struct(
                'action', 'truncate',
                'source_database', source_database,
                'source_schema', source_schema,
                'source_table', source_table,
                'new_database', '',
                'new_schema', '',
                'new_table', '',
                'column_name', '',
                'new_column_name', '',
                'column_type', '',
                'column_default', cast(null as string)
            ))
        end, array()),
        action -> if(
            action.action = 'rename_table',
            array(
                named_struct('name', named_struct('source_database', action.source_database, 'source_schema', action.source_schema, 'source_table', action.source_table), 'is_new', false),
                named_struct('name', named_struct('source_database', action.new_database, 'source_schema', action.new_schema, 'source_table', action.new_table), 'is_new', true)
            ),
            array(named_struct('name', named_struct('source_database', action.source_database, 'source_schema', action.source_schema, 'source_table', action.source_table), 'is_new', false))
        )
    )))) as named
) as named
inner join (select feed, source_database, source_schema, source_table
from changefeed_internal.source_tables
where feed <> '' and true) as new
    on
        named.feed = new.feed
        and lower(named.name.source_database) = lower(new.source_database)
where
    (lower(named.name.source_schema) = lower(new.source_schema) or (named.name.source_schema = '' and named.name.source_table = ''))
    and (exists(array(named.name), each -> (each.source_database <> new.source_database or each.source_schema <> new.source_schema and not (named.name.source_schema = '' and named.name.source_table = ''))) and forall(named.tables, each -> (each.source_database <> new.source_database or each.source_schema <> new.source_schema and not (named.name.source_schema = '' and named.name.source_table = '')))
        or not exists(array(named.name), each -> (each.source_database <> new.source_database or each.source_schema <> new.source_schema and not (named.name.source_schema = '' and named.name.source_table = ''))) and exists(named.tables, each -> (each.source_database <> new.source_database or each.source_schema <> new.source_schema and not (named.name.source_schema = '' and named.name.source_table = '')))or lower(named.name.source_table) = lower(new.source_table)
        and struct(new.source_database, new.source_schema, new.source_table) <> named.name
        and not array_contains(named.tables, struct(new.source_database, new.source_schema, new.source_table))
        or struct(new.source_database, new.source_schema, new.source_table) = named.name and size(named.tables) > 0
    );
