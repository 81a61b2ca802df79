{#-
The times at which epochs of these feeds begin, from the first new time of each feed on, compared with the epochs that
are known: those that they lack (is_begun), and those that are none any more. `known` is the relation source_epochs,
none before its first build; `restarts` has what was declared.

A snapshot asks for an epoch when it would otherwise stand on the wrong side of a change with a sequence. That change is
- a change of the snapshot's own row;
- or a statement on its table, also one that spells the table in another case where no row does;
- or a change of any row of its table, where the snapshot's row was loaded before, or the table never was. So two
  objects begin no epoch: a table that a running task takes up, and a full load whose rows alternate with increments of
  other rows. A row that is read while changes stream, and that has a sequence, is not of a full load and asks for
  nothing.

Each snapshot asks for an epoch between two times; the later one is when the snapshots around it began. The fewest
epochs that serve all snapshots are taken, in order. So what a full load wrote before the first row that asks belongs to
its epoch, and new messages can move an epoch that began earlier.
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
Of the CTEs messages and loaded: changes of tables that a full load brought, and statements on them, also those on all
tables, and those that name a table in another case than its rows do.
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


{#-
The times of snapshots in the CTE messages, each with the time of the first that no change of the feed parts from it.
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
The snapshots of the feeds in the CTE looked_at, and the changes and statements that have a sequence, in tables without
a key also those without one.
-#}
{%- macro _loads_and_increments(log) -%}
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
{%- endmacro -%}
