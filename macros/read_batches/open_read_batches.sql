{#-
The read batches that `decoded` has not read yet, summed up in numbers. As literals in the SQL the numbers let Spark
skip files of `messages`. The range of loads is that of new messages and of feeds that are decoded again.
-#}
{%- macro open_read_batches(read_batches, feeds, decoded_batch_id) -%}
    {%- if not changefeed.is_readable(read_batches) -%}{{ return({'count': 0, 'dialects': [], 'masks': [], 'erased_feeds': [], 'has_erased_messages': false, 'last_decode_batch_id': 0}) }}{%- endif -%}
    {%- set rows = changefeed.ask(
        'open',
        "select count(*) as read_batches, min(first_batch_id) filter (where kind <> 'retry') as first_batch_id, max(last_batch_id) filter (where kind <> 'retry') as last_batch_id, coalesce(sum(late_clocks), 0) as late_clocks,"
        ~ " count_if(kind = 'retry') as retries, array_join(collect_set(if(kind = 'redecode', read_batches.feed, null)), ',') as redecoded_feeds,"
        ~ ' array_join(collect_set(' ~ changefeed.dialect_of('read_batches.topic', 'feeds') ~ "), ',') as dialects, array_join(collect_set(if(kind = 'retry', coalesce(retry_reason, '*'), null)), ',') as retried_reasons, coalesce(max(decode_batch_id), 0) as last_decode_batch_id, " ~ changefeed.lines_of_masks() ~ ' as masks, ' ~ changefeed.told_of_erasures() | join(', ')
        ~ ' from ' ~ read_batches ~ ' as read_batches left join ' ~ feeds ~ ' as feeds on read_batches.feed = feeds.feed where decode_batch_id > ' ~ decoded_batch_id ~ " and kind <> 'declared'",
        [[0, none, none, 0, 0, '', '', '', 0, none, '', 0]]
    ) -%}
    {{- return({
        'count': rows[0][0] | int,
        'first_batch_id': rows[0][1],
        'last_batch_id': rows[0][2],
        'last_decode_batch_id': rows[0][8] | int,
        'late_clocks': rows[0][3] | int,
        'retries': rows[0][4] | int,
        'retried_reasons': rows[0][7].split(',') | reject('equalto', '') | list,
        'redecoded_feeds': rows[0][5].split(',') | reject('equalto', '') | list,
        'masks': changefeed.masks(rows[0][9]),
        'erased_feeds': rows[0][10].split(',') | reject('equalto', '') | list,
        'has_erased_messages': rows[0][11] | int > 0,
        'dialects': rows[0][6].split(',') | reject('equalto', '') | list,
    }) -}}
{%- endmacro -%}
