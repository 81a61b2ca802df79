{#-
The statements of `table_events`, each with is_placed. A statement without a number of its own (has_no_number()) gets a
place among the changes that have a number (is_placed is true). OMS numbers changes of rows only, by its own clock. A
statement has only the second of its commit and its place in its partition.

These changes are before such a statement: in its own partition, all that came before it; in other partitions, the
changes of an earlier second, and the changes of the same second that were written to Kafka earlier. The statement gets
the place just after the last of these, but before the change that follows it in its own partition. Where nothing was
changed in the hour before, its second is its place.

decode_batch_id is the greatest of the statement and of the changes by which it was placed. So the statement counts as
new where such a change comes late.
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
A condition on the log that all changes beside statements without a number meet. The times are written out, so that
Spark skips files by them. Where there are more than 64 hours, the condition is one span.
-#}
{%- macro _hours_of_statements(events) -%}
    {%- set hours = changefeed.ask(
        'hours_of_statements',
        "select distinct cast(date_trunc('hour', source_at) as string) as hour from " ~ events ~ ' where ' ~ changefeed.has_no_number('position') ~ ' and source_at is not null order by hour'
    ) | map(attribute=0) | list if execute else [] -%}
    {%- set spans = [] -%}
    {%- for first, last in ([(hours[0], hours[-1])] if hours | length > 64 else zip(hours, hours)) -%}
        {%- do spans.append("log.source_at >= timestamp '" ~ first ~ "' - interval 1 hour and log.source_at < timestamp '" ~ last ~ "' + interval 1 hour") -%}
    {%- endfor -%}
    {{- return(spans | join(' or ') or 'true') -}}
{%- endmacro -%}
