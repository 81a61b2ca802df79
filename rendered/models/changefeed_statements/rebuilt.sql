select coalesce(max(decode_batch_id), 0) from changefeed_internal.statements where true;

select coalesce(max(decode_batch_id), 0) from changefeed_internal.decoded where decode_batch_id > 5 and operation in ('ddl', 'truncate');

insert into changefeed_internal.statements by name select * from (

-- once: stored.decode_batch_id between 6 and 6
with statements as (
    -- as in models/changefeed_statements/all_at_once.sql
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