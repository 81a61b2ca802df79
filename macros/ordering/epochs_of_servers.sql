{#-
Compares the epochs that begin where another server took over, in the changes of some feeds, with those that are known:
feed, since, is_begun, as epochs_begun() does.

A server has turns: in Kafka's time, changes of a feed that no other server interrupts. A turn begins an epoch if in
some topic partition its first number is lower than one before it since the last such turn: the numbers are those of
another log. Where the logs of several servers run through one (replication in a ring), numbers only rise. A change that
was sent again has the server and the number of the earlier one, and does not count.
-#}
{%- macro epochs_of_servers(log, known, feeds) -%}
{%- set partition = changefeed.topic_partition('position') -%}
{%- set place = 'position.offset, position.message_index, position.step' -%}
{%- set in_time = '(partition by feed order by position.ordered_at, ' ~ partition ~ ', ' ~ place ~ ')' -%}
{%- set names = changefeed.sql_strings(feeds) -%}
with sent as (
    select
        feed,
        source_server,
        position,
        row_number() over (partition by feed, {{ partition }}, source_server, position.sequence order by {{ place }}) as time_sent
    from {{ log }}
    where feed in ({{ names }}) and source_server is not null and position.sequence is not null and reason is null
),
beside as (
    select *, lag(source_server) over {{ in_time }} as server_before
    from sent
    where time_sent = 1
),
numbered as (
    select *, count_if(not server_before <=> source_server) over {{ in_time }} as turn
    from beside
),
turns as (
    select
        feed,
        {{ partition }} as topic_partition,
        turn,
        min_by(position.sequence, struct({{ place }})) as first_number,
        max(position.sequence) as last_number,
        min(position.ordered_at) as begun_at
    from numbered
    group by feed, {{ partition }}, turn
),
lower as (
    select
        feed,
        explode(aggregate(
            array_sort(collect_list(struct(turn, first_number, last_number))),
            named_struct('greatest', cast(null as array<decimal(38,0)>), 'found', cast(array() as array<bigint>)),
            (state, one) -> if(
                coalesce(one.first_number < state.greatest, false),
                named_struct('greatest', one.last_number, 'found', array_append(state.found, one.turn)),
                named_struct('greatest', greatest(state.greatest, one.last_number), 'found', state.found)
            ),
            state -> state.found
        )) as turn
    from turns
    group by feed, topic_partition
),
begun as (
    select distinct feed, since
    from lower
    inner join (select feed, turn, min(begun_at) as since from turns group by feed, turn) using (feed, turn)
),
-- What came before the first turns that are still in the log is not known: epochs from before their end stay.
told as (
    select feed, max(first_at) as told_after
    from (select feed, topic_partition, min(begun_at) as first_at from turns group by feed, topic_partition)
    group by feed
),
noted as (
    select feed, since
    from (
        {%- if known %}
        select feed, since, is_begun, decode_batch_id
        from {{ known }}
        where cause = 'server' and feed in ({{ names }})
        {%- else %}
        select '' as feed, cast(null as timestamp) as since, false as is_begun, 0L as decode_batch_id
        {%- endif %}
    )
    group by feed, since
    having max_by(is_begun, decode_batch_id)
)
select
    coalesce(begun.feed, noted.feed) as feed,
    coalesce(begun.since, noted.since) as since,
    noted.feed is null as is_begun
from begun
full outer join noted on begun.feed = noted.feed and begun.since = noted.since
left join told on noted.feed = told.feed
where begun.feed is null and noted.since > told.told_after or noted.feed is null
{%- endmacro -%}
