select coalesce(max(ranked_batch_id), 0) from changefeed_internal.concurrent_changes where true;

select
    feed,
    unix_micros(max(last_kafka_at) filter (where decode_batch_id <= 5)) as last_before,
    coalesce(bool_or(kind = 'redecode' and decode_batch_id > 5), false) as is_again
from changefeed_internal.read_batches
where feed <> '' and topic is not null
group by feed
having count(distinct topic, topic_incarnation, partition) > 1 and max(decode_batch_id) > 5;
