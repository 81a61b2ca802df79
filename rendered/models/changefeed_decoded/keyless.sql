select coalesce(max(decode_batch_id), 0) from changefeed_internal.decoded where true;

select count(*) as read_batches, min(first_batch_id) filter (where kind <> 'retry') as first_batch_id, max(last_batch_id) filter (where kind <> 'retry') as last_batch_id, coalesce(sum(late_clocks), 0) as late_clocks, count_if(kind = 'retry') as retries, array_join(collect_set(if(kind = 'redecode', read_batches.feed, null)), ',') as redecoded_feeds, array_join(collect_set(if(startswith(read_batches.topic, 'changefeed_baseline.'), 'baseline', feeds.dialect)), ',') as dialects, array_join(collect_set(if(kind = 'retry', coalesce(retry_reason, '*'), null)), ',') as retried_reasons, coalesce(max(decode_batch_id), 0) as last_decode_batch_id, (select to_json(array_sort(collect_list(struct(*)))) from changefeed.changefeed_table_masks) as masks, (select array_join(array_sort(collect_set(feed)), ',') from changefeed.erasures where lifted_at is null) as erased_feeds, (select count(*) from changefeed_internal.erased_messages) as erased_messages from changefeed_internal.read_batches as read_batches left join changefeed.changefeed_feeds as feeds on read_batches.feed = feeds.feed where decode_batch_id > 5 and kind <> 'declared';

select coalesce(max(decode_batch_id), 0) from changefeed_internal.read_batches where kind = 'redecode';

insert into changefeed_internal.decoded by name select * from (

-- once: stored.decode_batch_id between 6 and 6
with read_batches as (
    -- as in models/changefeed_decoded/later.sql
),

landed as (

    select *
    from changefeed.messages
    where
        batch_id between 10 and 12

),

clocks as (
    -- as in models/changefeed_decoded/landed.sql
),

late_clocks as (

    select * from clocks where own_at is null or own_at < ordered_at

),

messages as (
    -- as in models/changefeed_decoded/landed.sql
),

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
),

final as (
    -- as in models/changefeed_decoded/later.sql
)

select * from final) where (select count(*) from changefeed_internal.decoded as stored where stored.decode_batch_id between 6 and 6) = 0;
