{#-
The statements of `table_events`, those without a number of their own (has_no_number()) in their place among changes that have one, each with is_placed. OMS numbers changes of rows only, by its own clock; of a
statement there are the second of its commit and its place in its partition. What is before it: in its own partition what came before it; elsewhere what was committed in an earlier second, or in the same
second and was written to Kafka earlier. It takes the place just after the last of these, but none after what follows it in its own partition. Where nothing was changed in the hour before, its second is its place.
decode_batch_id is also that of the changes by which it was placed: where one comes late, the statement counts as new.
-#}
{%- macro placed_statements(events, log) -%}
{%- set statement = changefeed._statement_columns() | join(', ') -%}
(
    select
        events.* except (position, decode_batch_id),
        {{ changefeed.has_no_number('events.position') }} as is_placed,
        if(
            {{ changefeed.has_no_number('events.position') }},
            named_struct(
                {%- for part in ['epoch', 'sequence', 'ordered_at', 'tie_rank', 'topic', 'topic_incarnation', 'partition', 'offset', 'message_index', 'step'] %}
                '{{ part }}', {% if part == 'sequence' %}greatest(
                    least(
                        events.position.sequence,
                        if(next.sequence_after is null, null, array(next.sequence_after[0], cast(next.sequence_after[1] - 1 as decimal(38,0))))
                    ),
                    concat(next.sequence_before, array(cast(1 as decimal(38,0))))
                ){% else %}events.position.{{ part }}{% endif %}{{ ',' if not loop.last }}
                {%- endfor %}
            ),
            events.position
        ) as position,
        greatest(events.decode_batch_id, next.decode_batch_id) as decode_batch_id
    from {{ events }} as events
    left join (
        select
            {{ statement }},
            max(sequence) filter (where is_before and coalesce(sequence < sequence_after, true)) as sequence_before,
            any_value(sequence_after) as sequence_after,
            max(decode_batch_id) as decode_batch_id
        from (
            {{ changefeed._bounded(events, log, 'is_own or is_before', changefeed._hours_of_statements(events)) | indent(12) }}
        )
        group by {{ statement }}
    ) as next using ({{ statement }})
)
{%- endmacro -%}


{#- Whether a statement at a position has no number though rows of its feed have one: its dialect gives the milliseconds of its second, and -1 for the counter. -#}
{%- macro has_no_number(position) -%}
coalesce(size({{ position }}.sequence) = 2 and {{ position }}.sequence[1] = -1, false)
{%- endmacro -%}


{#- The newest run that read a change by which statements without a number are placed, of those decoded after a run; 0 where there is none. -#}
{%- macro newest_beside_statements(events, log, decode_batch_id) -%}
coalesce((
    select max(decode_batch_id)
    from (
        {{ changefeed._beside_statements(events, log, 'log.decode_batch_id > ' ~ decode_batch_id) | indent(8) }}
    )
    where is_own or is_before
), 0)
{%- endmacro -%}


{#-
The rows that were changed in the second of a statement without a number, in another partition that has no copy of it, by feed: between what is before and what is after the statement in its own partition nothing
but Kafka's time says which came first.
-#}
{%- macro concurrent_with_statements(events, log) -%}
select distinct {{ changefeed._statement_columns() | join(', ') }}, row_key
from (
    {{ changefeed._bounded(events, log) | indent(4) }}
)
where is_concurrent and coalesce(sequence > last_before, true) and coalesce(sequence < sequence_after, true)
{%- endmacro -%}


{#- What _beside_statements() gives, with the sequences of what comes last before a statement and first after it in its own partition. -#}
{%- macro _bounded(events, log, which='true', of_log='true') -%}
{%- set statement = changefeed._statement_columns() | join(', ') -%}
select
    *,
    min(if(is_own and not is_before and coalesce(sequence > last_before, true), sequence, null)) over (partition by {{ statement }}) as sequence_after
from (
    select
        *,
        max(if(is_own and is_before, sequence, null)) over (partition by {{ statement }}) as last_before
    from (
        {{ changefeed._beside_statements(events, log, of_log) | indent(8) }}
    )
    where {{ which }}
)
{%- endmacro -%}


{#- The changes of rows with a number that were committed in the hour before a statement without one, or in its second. -#}
{%- macro _beside_statements(events, log, of_log='true') -%}
select
    {{ changefeed._statement_columns('events') | join(', ') }},
    log.row_key,
    log.position.sequence,
    log.decode_batch_id,
    log.topic = events.topic and log.topic_incarnation = events.topic_incarnation and log.partition = events.partition as is_own,
    if(
        log.topic = events.topic and log.topic_incarnation = events.topic_incarnation and log.partition = events.partition,
        log.offset < events.offset,
        log.source_at < events.second or log.position.ordered_at < events.position.ordered_at
    ) as is_before,
    log.source_at >= events.second
    and not array_contains(events.places, {{ changefeed.place('log.position') }})
    and log.source_database = events.source_database
    and log.source_schema = events.source_schema
    and log.source_table = events.source_table as is_concurrent
from (
    select *
    from (
        select
            *,
            date_trunc('second', source_at) as second,
            collect_set({{ changefeed.place('position') }}) over (partition by feed, statement, source_at) as places
        from {{ events }}
        where {{ changefeed.has_no_number('position') }}
    )
    lateral view explode(array_distinct(array(date_trunc('hour', second - interval 1 hour), date_trunc('hour', second)))) as hour
) as events
inner join {{ log }} as log
    on
        events.feed = log.feed
        and events.hour = date_trunc('hour', log.source_at)
        and log.source_at >= events.second - interval 1 hour
        and log.source_at < events.second + interval 1 second
        and events.position.epoch = log.position.epoch
where
    log.operation in ('{{ changefeed.row_operations() | join("', '") }}')
    and log.position.sequence is not null
    and ({{ of_log }})
{%- endmacro -%}


{#- A condition on the log that holds for all changes beside statements without a number, with times written out: Delta skips files by them. One span where there are too many. -#}
{%- macro _hours_of_statements(events) -%}
    {%- set hours = run_query(
        "select distinct cast(date_trunc('hour', source_at) as string) as hour from " ~ events ~ ' where ' ~ changefeed.has_no_number('position') ~ ' and source_at is not null order by hour'
    ).columns[0].values() if execute else [] -%}
    {%- set spans = [] -%}
    {%- for first, last in ([(hours[0], hours[-1])] if hours | length > 64 else zip(hours, hours)) -%}
        {%- do spans.append("log.source_at >= timestamp '" ~ first ~ "' - interval 1 hour and log.source_at < timestamp '" ~ last ~ "' + interval 1 hour") -%}
    {%- endfor -%}
    {{- return(spans | join(' or ') or 'true') -}}
{%- endmacro -%}


{#- What tells one message with a statement from every other. -#}
{%- macro _statement_columns(alias='') -%}
    {%- set found = [] -%}
    {%- for column in ['feed', 'topic', 'topic_incarnation', 'partition', 'offset', 'message_index'] -%}
        {%- do found.append((alias ~ '.' if alias else '') ~ column) -%}
    {%- endfor -%}
    {{- return(found) -}}
{%- endmacro -%}
