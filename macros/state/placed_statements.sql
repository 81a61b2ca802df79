{#-
The statements of `table_events`, those without a number of their own (has_no_number()) in their place among changes
that have one, each with is_placed. OMS numbers changes of rows only, by its own clock; of a statement there are the
second of its commit and its place in its partition. What is before it: in its own partition what came before it;
elsewhere what was committed in an earlier second, or in the same second and was written to Kafka earlier. It takes the
place just after the last of these, but none after what follows it in its own partition. Where nothing was changed in
the hour before, its second is its place. decode_batch_id is also that of the changes by which it was placed: where one
comes late, the statement counts as new.
-#}
{%- macro placed_statements(events, log) -%}
{%- set statement = changefeed.statement_columns() | join(', ') -%}
(
    select
        events.* except (position, decode_batch_id),
        {{ changefeed.has_no_number('events.position') }} as is_placed,
        if(
            {{ changefeed.has_no_number('events.position') }},
            named_struct(
                {%- for part in ['epoch', 'sequence', 'ordered_at', 'concurrent_rank', 'topic', 'topic_incarnation', 'partition', 'offset', 'message_index', 'step'] %}
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
            {{ changefeed.bounded_statements(events, log, 'is_own or is_before', changefeed._hours_of_statements(events)) | indent(12) }}
        )
        group by {{ statement }}
    ) as next using ({{ statement }})
)
{%- endmacro -%}


{#-
A condition on the log that holds for all changes beside statements without a number, with times written out: Spark
skips files by them. One span where there are too many.
-#}
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
