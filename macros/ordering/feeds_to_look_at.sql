{#-
The feeds in whose new batches a full load may come after increments, each with first_at. first_at is the earliest time
of the new snapshots, of the new changes with a sequence and of the new changes of tables without a key. A feed is among
them

- where a new batch has a snapshot;
- where an earlier batch has a snapshot at first_at or later (the read batches tell which batches can have one);
- where a new batch has a dump of a table without a key. With only a dump, first_at is NULL.

Each query is asked once in a run.
-#}
{%- macro feeds_to_look_at(log, read_batches, applied_batch_id) -%}
    {%- if not changefeed.is_readable(log) -%}{{ return([]) }}{%- endif -%}
    {%- set all_new = changefeed.ask(
        'loads_and_increments',
        "select feed, cast(min(if(dialect = 'baseline', null, position.ordered_at)) as string) as first_at,"
        ~ " count_if(operation = 'snapshot' and dialect <> 'baseline') > 0 as has_snapshots, count_if(dialect = 'baseline' and size(key_columns) = 0) > 0 as has_dumps from " ~ log
        ~ ' where decode_batch_id > ' ~ applied_batch_id ~ ' and reason is null and position.ordered_at is not null'
        ~ " and (operation = 'snapshot' or position.sequence is not null or size(key_columns) = 0) group by feed order by feed",
        once=true
    ) -%}
    {%- set new = all_new | selectattr('first_at') | list -%}
    {%- set met_batch_id = changefeed.ask(
        'met',
        'select coalesce(min(decode_batch_id), 0) from ' ~ read_batches ~ ' as read_batches inner join (' ~ changefeed.as_spans(new) ~ ') as spans'
        ~ " on read_batches.feed = spans.feed and greatest(read_batches.last_kafka_at, read_batches.previous_kafka_at) >= spans.first_at where read_batches.kind <> 'retry'",
        [[0]],
        once=true
    )[0][0] | int if new | rejectattr('has_snapshots') | list else 0 -%}
    {%- set meeting = [] -%}
    {%- if met_batch_id and met_batch_id <= applied_batch_id -%}
        {%- for row in changefeed.ask(
            'feeds_that_met',
            'select distinct feed from ' ~ log ~ ' as log inner join (' ~ changefeed.as_spans(new) ~ ') as spans using (feed) where decode_batch_id between '
            ~ met_batch_id ~ ' and ' ~ applied_batch_id ~ " and operation = 'snapshot' and dialect <> 'baseline' and position.ordered_at >= spans.first_at",
            once=true
        ) -%}
            {%- do meeting.append(row['feed']) -%}
        {%- endfor -%}
    {%- endif -%}
    {%- set found = [] -%}
    {%- for row in all_new if row['has_snapshots'] or row['has_dumps'] or row['feed'] in meeting -%}
        {%- do found.append(row) -%}
    {%- endfor -%}
    {{- return(found) -}}
{%- endmacro -%}
