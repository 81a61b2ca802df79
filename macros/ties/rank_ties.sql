{#-
Gives the changes of new moments of the log that have contested orders their rank in them (position.tie_rank). A new change may also tell
something about moments that were ranked before: one that comes late is among their members, or says how a row was before them. So
all moments from the first new change on are looked at, of feeds where something came late; of the others only the new ones. What changed is noted in
`rerankings`, and the rows that were folded by the old positions are marked, before the log is changed: a run that was killed is repeated as a whole. Feeds whose changes lie in one partition, or
have a sequence, cost a look at `windows`, or one at the new changes.
-#}
{%- macro rank_ties(log, windows, rerankings, undecided) -%}
    {%- if not execute -%}{{ return('') }}{%- endif -%}
    {%- set folded_batch_id = changefeed.folded_batch_id(log) -%}
    {%- set last_before, again = {}, [] -%}
    {%- for row in run_query(changefeed._feeds_of_several_partitions(windows, folded_batch_id)).rows -%}
        {%- do last_before.update({row['feed']: row['last_before']}) -%}
        {%- do again.append(row['feed']) if row['is_again'] -%}
    {%- endfor -%}
    {%- if not last_before -%}{{ return('') }}{%- endif -%}
    {#- Where a statement's name means another table by now, its moment may have other members. -#}
    {%- for feed in changefeed._feeds_to_spell(log, folded_batch_id) if feed in last_before -%}{%- do again.append(feed) -%}{%- endfor -%}
    {%- set names = [] -%}
    {%- for feed in last_before -%}{%- do names.append(changefeed.sql_string(feed)) -%}{%- endfor -%}
    {%- set is_new = 'decode_batch_id > ' ~ folded_batch_id -%}
    {%- set late, tied, moments = {}, {}, {} -%}
    {%- for row in run_query(changefeed.ties_by_feed(log, is_new ~ ' and feed in (' ~ names | join(', ') ~ ')')).rows -%}
        {%- set feed = row['feed'] -%}
        {%- set is_feed = 'feed = ' ~ changefeed.sql_string(feed) -%}
        {%- set since = ' >= timestamp_micros(' ~ row['since'] ~ ')' -%}
        {%- do moments.update({feed: is_feed if feed in again else is_feed ~ ' and ordered_at' ~ since}) -%}
        {%- if feed in again or (last_before[feed] is not none and row['since'] <= last_before[feed]) -%}
            {%- do late.update({feed: is_feed if feed in again else is_feed ~ ' and position.ordered_at' ~ since}) -%}
        {%- elif row['ties'] -%}
            {%- do tied.update({feed: is_feed ~ ' and ' ~ is_new}) -%}
        {%- endif -%}
    {%- endfor -%}
    {%- if late -%}
        {%- for row in run_query(changefeed.ties_by_feed(log, '(' ~ late.values() | join(') or (') ~ ')')).rows if row['ties'] -%}
            {%- do tied.update({row['feed']: late[row['feed']]}) -%}
        {%- endfor -%}
    {%- endif -%}
    {%- if (tied or again) and moments -%}
        {%- do run_query('delete from ' ~ undecided ~ ' where (' ~ moments.values() | join(') or (') ~ ')') -%}
    {%- endif -%}
    {%- if not tied -%}{{ return('') }}{%- endif -%}

    {%- set ranked_batch_id = changefeed.high_water(windows, ['decode_batch_id'])[0] -%}
    {%- set is_tied = '(' ~ tied.values() | join(') or (') ~ ')' -%}
    {%- set has_statements = changefeed.has_any(log, ["operation in ('ddl', 'truncate')"])[0] -%}
    {#- One step after the other: as one statement Spark gives up resolving it, and what is kept in between is little. -#}
    {%- set members = changefeed._kept(log, 'tied_members', changefeed.tied_members(log, is_tied, has_statements)) -%}
    {%- if not run_query('select 1 from ' ~ members ~ ' limit 1').rows | length -%}
        {%- do run_query('drop table ' ~ members) -%}
        {{- return('') -}}
    {%- endif -%}
    {%- set statements = changefeed._kept(
        log, 'tied_statements', changefeed.statements_in_log(log, 'feed in (select feed from ' ~ members ~ ')')
    ) if has_statements -%}
    {%- if has_statements -%}
        {%- do run_query(changefeed.merge_spellings(
            statements, changefeed.tables_in_log(log, 'feed in (select feed from ' ~ members ~ ')'), ['place', 'within'], makes_names=false
        )) -%}
    {%- endif -%}
    {%- set actions = '(' ~ changefeed.actions_of_statements(statements) ~ ')' if has_statements else none -%}
    {%- set contested = changefeed.contested_things(members, actions) -%}
    {%- set things = changefeed._kept(log, 'contested_things', contested) if has_statements else '(' ~ contested ~ ')' -%}
    {%- set orders = changefeed._kept(log, 'contested_orders', changefeed.contested_orders(things, log, actions)) -%}
    {%- set ranks = '(' ~ changefeed.tie_ranks(members, orders) ~ ')' -%}
    {%- do run_query(
        'insert into ' ~ rerankings ~ ' by name select distinct feed, topic, topic_incarnation, partition, offset, message_index, ordered_at, tie_rank, batch_id, decode_batch_id, cast('
        ~ ranked_batch_id ~ ' as bigint) as ranked_batch_id from ' ~ ranks ~ ' where not tie_rank <=> tie_rank_before'
    ) -%}
    {%- do run_query(
        'insert into ' ~ undecided ~ ' by name select feed, ordered_at, kind, source_database, source_schema, source_table, thing, state_before, size(touches) as changes, size(walks) as orders from '
        ~ orders ~ ' left join (select distinct feed, ordered_at, is_circular from ' ~ ranks ~ ') using (feed, ordered_at) where size(walks) <> 1 or is_circular'
    ) -%}
    {%- set reranked = '(' ~ changefeed.latest_rerankings(rerankings, 'ranked_batch_id = ' ~ ranked_batch_id) ~ ')' -%}
    {%- set changed = run_query(
        'select min(batch_id) as first_batch_id, coalesce(min(decode_batch_id), 0) as first_decode_batch_id from ' ~ reranked
    ).rows[0] -%}
    {%- if changed['first_batch_id'] is not none -%}
        {%- if not should_full_refresh() and changed['first_decode_batch_id'] <= folded_batch_id -%}
            {%- do changefeed.mark_reranked_rows(
                log, '(select * from ' ~ reranked ~ ' where decode_batch_id <= ' ~ folded_batch_id ~ ')'
            ) -%}
        {%- endif -%}
        {%- do run_query(
            'merge into ' ~ log ~ ' as log using ' ~ reranked ~ ' as reranked on '
            ~ changefeed.is_reranked('log', 'reranked', 'log') ~ ' and log.batch_id = reranked.batch_id and log.batch_id >= ' ~ changed['first_batch_id']
            ~ ' and log.reason is null when matched then update set position.tie_rank = reranked.tie_rank'
        ) -%}
    {%- endif -%}
    {%- for table in [members, orders] + ([statements, things] if has_statements else []) -%}
        {%- do run_query('drop table ' ~ table) -%}
    {%- endfor -%}
{%- endmacro -%}


{#- The feeds in which new rows show that a name of an earlier statement means another table. -#}
{%- macro _feeds_to_spell(log, folded_batch_id) -%}
    {%- set events = load_relation(changefeed.beside(log, 'table_events', is_public=true)) -%}
    {{- return(changefeed.feeds_with_new_spellings(events, log, folded_batch_id) if folded_batch_id and events is not none else []) -}}
{%- endmacro -%}


{#- A table of what a query gives now, beside the log. -#}
{%- macro _kept(log, name, query) -%}
    {%- set table = changefeed.beside(log, name) -%}
    {%- do run_query('create or replace table ' ~ table ~ ' using delta as ' ~ query) -%}
    {{- return(table) -}}
{%- endmacro -%}


{#- The feeds with something new that lie in several partitions, the last time that was read before (microseconds since 1970), and whether all is read again. -#}
{%- macro _feeds_of_several_partitions(windows, folded_batch_id) -%}
select
    feed,
    unix_micros(max(last_kafka_at) filter (where decode_batch_id <= {{ folded_batch_id }})) as last_before,
    coalesce(bool_or(kind = 'redecode' and decode_batch_id > {{ folded_batch_id }}), false) as is_again
from {{ windows }}
where feed <> ''
group by feed
having count(distinct topic, topic_incarnation, partition) > 1 and max(decode_batch_id) > {{ folded_batch_id }}
{%- endmacro -%}
