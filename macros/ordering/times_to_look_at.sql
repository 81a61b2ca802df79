{#-
What the model concurrent_changes looks at in this run, a dict:

- is_behind: whether the model writes how far it has looked, although it found nothing to rank for some runs.
- since: for each feed in which a change may have to be ranked anew, the first time that is looked at (microseconds
  since 1970; none for all times).
- changes: a condition on the log that all changes of these times meet; '' where no two of them are concurrent.
- has_statements: whether the log has any statement.
- seen_batch_id: the last run that the model has looked at.

A feed whose changes lie in one partition has one order; only its read batches are looked at. A new change may also say
something about times that were ranked before: it comes late at such a time, or it says how a row was before that time.
So where a change came late, all times from the first new change on are looked at. In other feeds only the new changes
are looked at. All times of a feed are looked at where it was decoded again, or where a name in an earlier statement now
means another table. Each query is asked once in a run.
-#}
{%- macro times_to_look_at(log, read_batches, statements) -%}
    {%- set looked_at = {'is_behind': false, 'since': {}, 'changes': '', 'has_statements': false, 'seen_batch_id': 0} -%}
    {%- if not changefeed.is_readable(log) or not changefeed.is_readable(read_batches) -%}{{ return(looked_at) }}{%- endif -%}
    {%- set seen_batch_id = 0 if changefeed.is_first_build() else changefeed.high_water(this, ['ranked_batch_id'], once=true)[0] -%}
    {%- set last_before, again = {}, [] -%}
    {%- for row in changefeed.ask('several_partitions', changefeed._feeds_of_several_partitions(read_batches, seen_batch_id), once=true) -%}
        {%- do last_before.update({row['feed']: row['last_before']}) -%}
        {%- do again.append(row['feed']) if row['is_again'] -%}
    {%- endfor -%}
    {%- if not last_before -%}{{ return(looked_at) }}{%- endif -%}
    {%- set ranks = changefeed.known_ranks() -%}
    {%- do again.extend(changefeed._feeds_with_other_tables(statements, read_batches, seen_batch_id)) if seen_batch_id and changefeed.has_statements(statements) -%}
    {%- set again = again | select('in', last_before) | list -%}
    {%- set is_new = 'decode_batch_id > ' ~ seen_batch_id -%}
    {%- set late, concurrent = {}, {} -%}
    {%- for row in changefeed.ask(
        'concurrent', changefeed.concurrent_by_feed(log, ranks, is_new ~ ' and feed in (' ~ changefeed.sql_strings(last_before | list) ~ ')'), once=true
    ) -%}
        {%- set feed = row['feed'] -%}
        {%- set is_feed = 'feed = ' ~ changefeed.sql_string(feed) -%}
        {%- do looked_at.since.update({feed: none if feed in again else row['since']}) -%}
        {%- if feed in again or (last_before[feed] is not none and row['since'] <= last_before[feed]) -%}
            {%- do late.update({feed: is_feed if feed in again else is_feed ~ ' and position.ordered_at >= timestamp_micros(' ~ row['since'] ~ ')'}) -%}
        {%- elif row['concurrent_times'] -%}
            {%- do concurrent.update({feed: is_feed ~ ' and ' ~ is_new}) -%}
        {%- endif -%}
    {%- endfor -%}
    {%- if late -%}
        {%- for row in changefeed.ask(
            'concurrent_late', changefeed.concurrent_by_feed(log, ranks, '(' ~ late.values() | join(') or (') ~ ')'), once=true
        ) if row['concurrent_times'] -%}
            {%- do concurrent.update({row['feed']: late[row['feed']]}) -%}
        {%- endfor -%}
    {%- endif -%}
    {%- do looked_at.update({
        'seen_batch_id': seen_batch_id,
        'is_behind': changefeed.is_far_behind(changefeed.newest_read_batch(read_batches), seen_batch_id),
        'since': looked_at.since if concurrent or again else {},
        'changes': '(' ~ concurrent.values() | join(') or (') ~ ')' if concurrent else '',
        'has_statements': concurrent and changefeed.has_statements(statements),
    }) -%}
    {{- return(looked_at) -}}
{%- endmacro -%}


{#-
The feeds with something new whose changes lie in several partitions. last_before is the last time that was read before
(microseconds since 1970); is_again says whether the feed is decoded again.
-#}
{%- macro _feeds_of_several_partitions(read_batches, seen_batch_id) -%}
select
    feed,
    unix_micros(max(last_kafka_at) filter (where decode_batch_id <= {{ seen_batch_id }})) as last_before,
    coalesce(bool_or(kind = 'redecode' and decode_batch_id > {{ seen_batch_id }}), false) as is_again
from {{ read_batches }}
where feed <> '' and topic is not null
group by feed
having count(distinct topic, topic_incarnation, partition) > 1 and max(decode_batch_id) > {{ seen_batch_id }}
{%- endmacro -%}


{#-
The feeds with a statement that was read in an earlier run and that names other tables since. Such a statement has the
number of a new run.
-#}
{%- macro _feeds_with_other_tables(statements, read_batches, seen_batch_id) -%}
    {%- set feeds = [] -%}
    {%- for row in changefeed.ask(
        'other_tables',
        'select distinct feed from ' ~ statements ~ ' where decode_batch_id > ' ~ seen_batch_id ~ ' and batch_id <= (select max(last_batch_id) from '
        ~ read_batches ~ " where kind = 'new' and feed <> '' and decode_batch_id <= " ~ seen_batch_id ~ ')',
        once=true
    ) -%}
        {%- do feeds.append(row['feed']) -%}
    {%- endfor -%}
    {{- return(feeds) -}}
{%- endmacro -%}
