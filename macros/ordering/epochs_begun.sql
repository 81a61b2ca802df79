{#-
Compares the epochs that the changes of some feeds show with the epochs that are known. A row with is_begun is an epoch
that source_epochs lacks. A row without is_begun is an epoch of source_epochs that the changes do not show. Of each
feed, the times from its first_at on are looked at. `known` is the relation source_epochs, none before its first build;
`restarts` has the declared restarts.

A snapshot asks for an epoch when it would otherwise stand on the wrong side of a change with a sequence. That change is

- a change of the snapshot's own row;
- or a statement on its table, also a statement that renames another table to it, and a statement that spells the table
  in another case where no row does;
- or a change of any row of its table, where the snapshot's row was loaded before, or where the table was not loaded
  before.

Three cases therefore begin no epoch: a table that a running task takes up; a full load whose rows alternate with
increments of other rows; and a row that is read while changes stream and that has a sequence, because such a row is not
part of a full load.

Each snapshot asks for an epoch between two times. The later of the two is the time at which the snapshots around it
began. The fewest epochs that serve all snapshots are taken, in order. So the rows that a full load wrote before the
first snapshot that asks belong to its epoch too. New messages can move an epoch that began earlier.
-#}
{%- macro epochs_begun(log, known, restarts, feeds) -%}
{%- set table = changefeed.source_table_columns() | join(', ') -%}
with looked_at as ({{ changefeed.as_spans(feeds) }}),
known_epochs as (
    select feed, since, 'declared' as cause from {{ restarts }}
    {%- if known %}
    union all
    select feed, since, 'snapshot' as cause
    from {{ known }}
    where cause = 'snapshot'
    group by feed, since
    having max_by(is_begun, decode_batch_id)
    {%- endif %}
),
messages as (
    {{ changefeed._loads_and_increments(log) | indent(4) }}
),
times as (
    {{ changefeed._times_of_loads() | indent(4) }}
),
spans as (
    select
        looked_at.feed,
        looked_at.first_at,
        coalesce(max(if(known_epochs.since < looked_at.first_at, known_epochs.since, null)), timestamp '0001-01-01') as epoch_at,
        array_sort(collect_list(if(known_epochs.cause = 'declared' and known_epochs.since >= looked_at.first_at, known_epochs.since, null))) as declared
    from (
        select looked_at.feed, coalesce(max(if(times.begun_at <= looked_at.first_at, times.begun_at, null)), looked_at.first_at) as first_at
        from looked_at
        left join times using (feed)
        group by looked_at.feed, looked_at.first_at
    ) as looked_at
    left join known_epochs using (feed)
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
    select distinct known_epochs.feed, known_epochs.since
    from known_epochs
    inner join spans using (feed)
    where known_epochs.cause = 'snapshot' and known_epochs.since >= spans.first_at
)
select
    coalesce(begun.feed, noted.feed) as feed,
    coalesce(begun.since, noted.since) as since,
    noted.feed is null as is_begun
from (select distinct feed, since from begun) as begun
full outer join noted on begun.feed = noted.feed and begun.since = noted.since
where begun.feed is null or noted.feed is null
{%- endmacro -%}


{#-
A query over the CTEs messages and loaded: the snapshots, changes and statements of each table. A statement on all
tables counts for every table that was loaded. A statement that renames counts for every table whose name stands in its
text. A statement that names a table in another case than its rows do counts for that table.
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
from messages
inner join loaded using (feed)
where messages.source_table not in ('', loaded.source_table) and contains(messages.renaming, lower(loaded.source_table))
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


{#-
A query over the CTE messages: the times of snapshots (feed, ordered_at). begun_at is the time of the first of the
snapshots that no change of the feed separates.
-#}
{%- macro _times_of_loads() -%}
select feed, ordered_at, min(ordered_at) over (partition by feed, changed_at) as begun_at
from (
    select *, max(if(is_load, null, ordered_at)) over (partition by feed order by ordered_at, if(is_load, 0, 1)) as changed_at
    from (select distinct feed, ordered_at, is_load from messages)
)
where is_load
{%- endmacro -%}


{#-
Of the feeds in the CTE looked_at: the snapshots, and the changes and statements that have a sequence. Tables without a
key also have their changes without a sequence.
-#}
{%- macro _loads_and_increments(log) -%}
{%- set table = changefeed.source_table_columns() | join(', ') -%}
{%- set row_operations = "'" ~ changefeed.row_operations() | join("', '") ~ "'" -%}
select
    {{ table }},
    row_key,
    operation,
    position.ordered_at,
    operation = 'snapshot' and position.sequence is null as is_load,
    operation not in ({{ row_operations }}) as is_statement,
    if(operation = 'ddl' and statement rlike r'(?i)\brename\b', lower(statement), null) as renaming
from {{ log }}
where
    feed in (select feed from looked_at)
    and reason is null
    and dialect <> 'baseline'
    and (operation = 'snapshot' or (position.sequence is not null or size(key_columns) = 0) and operation in ({{ row_operations }}, 'truncate', 'ddl'))
    and not coalesce(operation = 'ddl' and statement rlike r'(?i)^\s*create\s', false)
{%- endmacro -%}
