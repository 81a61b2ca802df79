{#-
Begins a new epoch where a full load came again: its changes, and all later ones of the feed, are not older than those before,
whatever their sequence says. Looks at what was decoded since the rows were folded last, and from the first time among it on
finds all epochs anew, so that they do not depend on how messages are batched. Rows that were folded by another order are
marked, to be folded again. What is written last is `restarts`: a run that was killed before it is repeated as a whole. Then the tables
without a key are found that were loaded again in an epoch.
-#}
{%- macro begin_epochs(log, windows, restarts, removals) -%}
    {%- set rows = changefeed.beside(log, 'folded_rows') -%}
    {%- set applied_batch_id = changefeed.folded_batch_id(log) -%}
    {%- set looked_at = changefeed.feeds_to_look_at(log, windows, applied_batch_id) if changefeed.is_readable(log) else [] -%}
    {%- set feeds = looked_at | selectattr('first_at') | list -%}
    {%- set evidence = rows if feeds and changefeed.has_removed_changes(removals) and load_relation(rows) is not none else none -%}
    {%- set begun = run_query(changefeed.epochs_begun(log, restarts, feeds, evidence)).rows if feeds else [] -%}
    {%- if begun -%}
        {%- set times = changefeed._times_of_epochs(restarts, begun) -%}
        {%- if not should_full_refresh() -%}
            {%- do changefeed.mark_rows_of_changes(log, rows, changefeed._has_other_epoch('position', times)) -%}
            {%- do changefeed.mark_rows_of_changes(log, changefeed.beside(log, 'versions'), changefeed._has_other_epoch('position', times)) -%}
        {%- endif -%}
        {%- do changefeed.move_to_epochs(changefeed.beside(log, 'versions'), 'closed_position', times) -%}
        {%- do changefeed.move_to_epochs(changefeed.beside(log, 'versions'), 'position', times) -%}
        {%- do changefeed.move_to_epochs(changefeed.beside(log, 'table_events', is_public=true), 'position', times) -%}
        {%- do changefeed.move_to_epochs(log, 'position', times, is_there=true) -%}
        {%- do run_query(
            'merge into ' ~ restarts ~ ' as stored using (' ~ changefeed._as_values(begun) ~ ") as begun on stored.cause = 'snapshot'"
            ~ ' and stored.feed = begun.feed and stored.since = begun.since when matched and not begun.is_new then delete'
            ~ " when not matched and begun.is_new then insert (feed, since, cause, declared_at) values (begun.feed, begun.since, 'snapshot', current_timestamp())"
        ) -%}
    {%- endif -%}
    {%- if looked_at -%}
        {%- do changefeed.load_bags_again(log, windows, restarts, looked_at | map(attribute='feed') | list) -%}
    {%- endif -%}
{%- endmacro -%}


{#- A table of the project that can't be a ref, for it depends on this one. What people read is in another schema. -#}
{%- macro beside(relation, name, is_public=false) -%}
    {{- return(api.Relation.create(
        schema=changefeed.generate_schema_name(none, none) | trim if is_public else relation.schema, identifier=name
    )) -}}
{%- endmacro -%}


{#-
The feeds in whose new batches a full load may come after increments, each with the first time among them: one with a sequence or tables without a key
that has snapshots from that time on. Those of earlier batches, which a late increment meets, are found by their windows. Also, without such a time, a
feed with a new dump of a table without a key.
-#}
{%- macro feeds_to_look_at(log, windows, applied_batch_id) -%}
    {%- set all_new = run_query(
        "select feed, cast(min(if(dialect = 'baseline', null, position.ordered_at)) as string) as first_at,"
        ~ " count_if(operation = 'snapshot' and dialect <> 'baseline') > 0 as has_snapshots, count_if(dialect = 'baseline' and size(key_columns) = 0) > 0 as has_dumps from " ~ log
        ~ ' where decode_batch_id > ' ~ applied_batch_id ~ ' and reason is null and position.ordered_at is not null'
        ~ " and (operation = 'snapshot' or position.sequence is not null or size(key_columns) = 0) group by feed order by feed"
    ).rows -%}
    {%- set new = all_new | selectattr('first_at') | list -%}
    {%- set met_batch_id = run_query(
        'select coalesce(min(decode_batch_id), 0) from ' ~ windows ~ ' as windows inner join (' ~ changefeed._as_spans(new) ~ ') as spans'
        ~ " on windows.feed = spans.feed and greatest(windows.last_kafka_at, windows.previous_kafka_at) >= spans.first_at where windows.kind <> 'retry'"
    ).columns[0].values()[0] | int if new | rejectattr('has_snapshots') | list else 0 -%}
    {%- set meeting = [] -%}
    {%- if met_batch_id and met_batch_id <= applied_batch_id -%}
        {%- for row in run_query(
            'select distinct feed from ' ~ log ~ ' as log inner join (' ~ changefeed._as_spans(new) ~ ') as spans using (feed) where decode_batch_id between '
            ~ met_batch_id ~ ' and ' ~ applied_batch_id ~ " and operation = 'snapshot' and dialect <> 'baseline' and position.ordered_at >= spans.first_at"
        ).rows -%}
            {%- do meeting.append(row['feed']) -%}
        {%- endfor -%}
    {%- endif -%}
    {%- set found = [] -%}
    {%- for row in all_new if row['has_snapshots'] or row['has_dumps'] or row['feed'] in meeting -%}
        {%- do found.append(row) -%}
    {%- endfor -%}
    {{- return(found) -}}
{%- endmacro -%}


{#-
The times at which epochs of these feeds begin, from the first new time of each feed on, compared with `restarts`: the times that it lacks (is_new), and those that it
has wrongly.

A snapshot asks for an epoch when it would otherwise stand on the wrong side of a change with a sequence. That change is
- a change of the snapshot's own row;
- or a statement on its table, also one that spells the table in another case where no row does;
- or a change of any row of its table, where the snapshot's row was loaded before, or the table never was.
So two things begin no epoch: a table that a running task takes up, and a full load whose rows alternate with increments of other rows. A row that is read while changes stream, and that has a sequence,
is not of a full load and asks for nothing.

Each snapshot asks for an epoch between two times; the later one is when the snapshots around it began. The fewest epochs that serve all snapshots are taken, in order. So what
a full load wrote before the first row that asks belongs to its epoch, and new messages can move an epoch that began earlier.
-#}
{%- macro epochs_begun(log, restarts, feeds, evidence=none) -%}
{%- set table = changefeed.source_table_columns() | join(', ') -%}
with looked_at as (
    {{ changefeed._as_spans(feeds) }}
),
messages as (
    {{ changefeed._loads_and_increments(log, evidence) | indent(4) }}
),
times as (
    {{ changefeed._times_of_loads() | indent(4) }}
),
spans as (
    select
        looked_at.feed,
        looked_at.first_at,
        coalesce(max(if(restarts.since < looked_at.first_at, restarts.since, null)), timestamp '0001-01-01') as epoch_at,
        array_sort(collect_list(if(restarts.cause = 'declared' and restarts.since >= looked_at.first_at, restarts.since, null))) as declared
    from (
        select looked_at.feed, coalesce(max(if(times.begun_at <= looked_at.first_at, times.begun_at, null)), looked_at.first_at) as first_at
        from looked_at
        left join times using (feed)
        group by looked_at.feed, looked_at.first_at
    ) as looked_at
    left join {{ restarts }} as restarts using (feed)
    group by looked_at.feed, looked_at.first_at
),
loaded as (
    select {{ table }}, min(ordered_at) as first_loaded_at
    from messages
    where is_load
    group by {{ table }}
),
changes as (
    {{ changefeed._changes_beside_loads() | indent(4) }}
),
interleaved as (
    select {{ table }}, first_loaded_at, first_at, epoch_at
    from changes
    inner join spans using (feed)
    inner join loaded using ({{ table }})
    where ordered_at >= epoch_at
    group by {{ table }}, first_loaded_at, first_at, epoch_at
    having max(if(is_load and ordered_at >= first_at, ordered_at, null)) > min(if(is_load, null, ordered_at))
),
seen as (
    select
        *,
        max(if(is_load, null, ordered_at)) over of_row as changed_at,
        max(if(is_load, ordered_at, null)) over before_in_row as loaded_at,
        max(if(is_load, null, ordered_at)) over of_table as table_changed_at,
        max(if(is_statement, ordered_at, null)) over of_table as stated_at
    from changes
    inner join interleaved using ({{ table }})
    where ordered_at >= epoch_at
    window
        of_row as (partition by {{ table }}, row_key order by ordered_at, if(is_load, 0, 1)),
        before_in_row as (
            partition by {{ table }}, row_key order by ordered_at, if(is_load, 0, 1) rows between unbounded preceding and 1 preceding
        ),
        of_table as (partition by {{ table }} order by ordered_at, if(is_load, 0, 1))
),
asked as (
    select
        feed,
        greatest(
            changed_at,
            stated_at,
            if(table_changed_at > loaded_at, loaded_at, null),
            if(ordered_at = first_loaded_at, table_changed_at, null)
        ) as after_at,
        min(begun_at) as until_at
    from seen
    inner join times using (feed, ordered_at)
    where is_load and ordered_at >= first_at
    group by all
    having after_at < until_at
),
begun as (
    select
        feed,
        explode(aggregate(
            asked,
            cast(array() as array<timestamp>),
            (found, one) -> if(
                coalesce(element_at(found, -1) > one.after_at, false)
                or exists(declared, each -> each > one.after_at and each <= one.until_at),
                found,
                concat(found, array(one.until_at))
            )
        )) as since
    from (
        select feed, array_sort(collect_list(struct(until_at, after_at))) as asked
        from asked
        group by feed
    )
    inner join spans using (feed)
),
noted as (
    select distinct restarts.feed, restarts.since
    from {{ restarts }} as restarts
    inner join spans using (feed)
    where restarts.cause = 'snapshot' and restarts.since >= spans.first_at
)
select
    coalesce(begun.feed, noted.feed) as feed,
    cast(coalesce(begun.since, noted.since) as string) as since,
    noted.feed is null as is_new
from begun
full outer join noted on begun.feed = noted.feed and begun.since = noted.since
where begun.feed is null or noted.feed is null
order by 1, 2
{%- endmacro -%}


{#-
Of the CTEs messages and loaded: changes of tables that a full load brought, and statements on them, also those on all tables, and those that name a table in another case than its rows do.
-#}
{%- macro _changes_beside_loads() -%}
{%- set table = changefeed.source_table_columns() | join(', ') -%}
select {{ table }}, row_key, ordered_at, is_load, is_statement
from messages
where source_table <> ''
union all
select feed, loaded.source_database, loaded.source_schema, loaded.source_table, '' as row_key, ordered_at, false as is_load, true as is_statement
from messages
inner join loaded using (feed)
where messages.source_table = ''
union all
select feed, loaded.source_database, loaded.source_schema, loaded.source_table, '' as row_key, ordered_at, false as is_load, true as is_statement
from (
    select * from messages
    left anti join (select distinct {{ table }} from messages where not is_statement) using ({{ table }})
) as stated
inner join loaded using (feed)
where
    stated.source_table <> ''
    {%- for part in ['database', 'schema', 'table'] %}
    and lower(stated.source_{{ part }}) = lower(loaded.source_{{ part }})
    {%- endfor %}
{%- endmacro -%}


{#- The times of snapshots in the CTE messages, each with the time of the first that no change of the feed parts from it. -#}
{%- macro _times_of_loads() -%}
select feed, ordered_at, min(ordered_at) over (partition by feed, changed_at) as begun_at
from (
    select *, max(if(is_load, null, ordered_at)) over (partition by feed order by ordered_at, if(is_load, 0, 1)) as changed_at
    from (select distinct feed, ordered_at, is_load from messages)
)
where is_load
{%- endmacro -%}


{#-
The snapshots of the feeds in the CTE looked_at, and the changes and statements that have a sequence, in tables without a key also those without one; also
what `evidence` kept of removed changes.
-#}
{%- macro _loads_and_increments(log, evidence) -%}
{%- set table = changefeed.source_table_columns() | join(', ') -%}
{%- set row_operations = "'" ~ changefeed.row_operations() | join("', '") ~ "'" -%}
select {{ table }}, row_key, operation, position.ordered_at, operation = 'snapshot' and position.sequence is null as is_load, operation not in ({{ row_operations }}) as is_statement
from {{ log }}
where
    feed in (select feed from looked_at)
    and reason is null
    and dialect <> 'baseline'
    and (operation = 'snapshot' or (position.sequence is not null or size(key_columns) = 0) and operation in ({{ row_operations }}, 'truncate', 'ddl'))
    and not coalesce(operation = 'ddl' and statement rlike r'(?i)^\s*create\s', false)
{%- if evidence %}
union all
select {{ table }}, row_key, operation, position.ordered_at, position.sequence is null as is_load, false as is_statement
from {{ evidence }}
where feed in (select feed from looked_at) and (operation = 'snapshot' or position.sequence is not null)
{%- endif %}
{%- endmacro -%}


{#-
Marks the rows of a folded table of which changes that it has met meet a condition. They go by the names that their tables had
when they were folded.
-#}
{%- macro mark_rows_of_changes(log, rows, which) -%}
    {%- set actions, renames = [changefeed.beside(log, 'table_actions'), changefeed.beside(log, 'table_renames')] -%}
    {%- if load_relation(rows) is not none -%}
        {%- set has_actions = load_relation(actions) is not none and load_relation(renames) is not none -%}
        {%- do run_query(
            'merge into ' ~ rows ~ ' as stored using (select distinct ' ~ changefeed.identity_columns() | join(', ') ~ ' from ('
            ~ changefeed.row_changes(
                log,
                which=which,
                actions=actions if has_actions else none,
                renames=renames if has_actions else none
            ) ~ ')) as moved on true' ~ changefeed._same_row('stored', 'moved')
            ~ ' when matched then update set refold_batch_id = stored.applied_batch_id'
        ) -%}
    {%- endif -%}
{%- endmacro -%}


{#- Counts the epochs of a column of positions again. -#}
{%- macro move_to_epochs(relation, column, times, is_there=false) -%}
    {%- if is_there or load_relation(relation) is not none -%}
        {%- do run_query(
            'update ' ~ relation ~ ' set ' ~ column ~ '.epoch = ' ~ changefeed._epoch_of(column, times)
            ~ ' where ' ~ changefeed._has_other_epoch(column, times)
        ) -%}
    {%- endif -%}
{%- endmacro -%}


{%- macro _has_other_epoch(column, times) -%}
feed in ('{{ times | join("', '") }}') and {{ column }}.epoch <> {{ changefeed._epoch_of(column, times) }}
{%- endmacro -%}


{#- The number of the epoch in which a position lies, by the times at which those of its feed begin. -#}
{%- macro _epoch_of(column, times) -%}
case feed
    {%- for feed, each_time in times.items() %}
    when {{ changefeed.sql_string(feed) }} then size(filter(
        cast(array({% for since in each_time %}timestamp '{{ since }}'{{ ', ' if not loop.last }}{% endfor %}) as array<timestamp>),
        each -> each <= {{ column }}.ordered_at
    ))
    {%- endfor %}
end
{%- endmacro -%}


{#- Feed → when its epochs begin, once `begun` is done. -#}
{%- macro _times_of_epochs(restarts, begun) -%}
    {%- set times = {} -%}
    {%- for row in begun -%}{%- do times.update({row['feed']: []}) -%}{%- endfor -%}
    {%- for row in run_query(
        'select feed, cast(since as string) as since from ' ~ restarts ~ " where feed in ('" ~ times | join("', '") ~ "') order by feed, since"
    ).rows -%}
        {%- do times[row['feed']].append(row['since']) -%}
    {%- endfor -%}
    {%- for row in begun -%}
        {%- if row['is_new'] -%}{%- do times[row['feed']].append(row['since']) -%}
        {%- else -%}{%- do times[row['feed']].remove(row['since']) -%}{%- endif -%}
    {%- endfor -%}
    {{- return(times) -}}
{%- endmacro -%}


{%- macro _as_spans(feeds) -%}
    {%- set rows = [] -%}
    {%- for row in feeds -%}{%- do rows.append('(' ~ changefeed.sql_string(row['feed']) ~ ', timestamp ' ~ changefeed.sql_string(row['first_at']) ~ ')') -%}{%- endfor -%}
    select * from values {{ rows | join(', ') }} as spans (feed, first_at)
{%- endmacro -%}


{%- macro _as_values(begun) -%}
    {%- set rows = [] -%}
    {%- for row in begun -%}
        {%- do rows.append('(' ~ changefeed.sql_string(row['feed']) ~ ', timestamp ' ~ changefeed.sql_string(row['since']) ~ ', ' ~ row['is_new'] ~ ')') -%}
    {%- endfor -%}
    select * from values {{ rows | join(', ') }} as begun (feed, since, is_new)
{%- endmacro -%}
