select coalesce(max(decode_batch_id), 0) from changefeed_internal.source_epochs where true;

select feed, cast(min(if(dialect = 'baseline', null, position.ordered_at)) as string) as first_at, count_if(operation = 'snapshot' and dialect <> 'baseline') > 0 as has_snapshots, count_if(dialect = 'baseline' and size(key_columns) = 0) > 0 as has_dumps from changefeed_internal.decoded where decode_batch_id > 5 and reason is null and position.ordered_at is not null and (operation = 'snapshot' or position.sequence is not null or size(key_columns) = 0) group by feed order by feed;
