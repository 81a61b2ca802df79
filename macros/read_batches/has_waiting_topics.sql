{#- Whether a topic that no feed claimed when its messages were landed has a feed now. -#}
{%- macro has_waiting_topics(read_batches, feeds) -%}
    {%- set rows = run_query(
        'select count(*) from (' ~ changefeed.waiting_read_batches(read_batches) ~ ') as waiting'
        ~ ' inner join ' ~ feeds ~ ' as feeds on waiting.topic rlike feeds.topics_pattern'
    ) -%}
    {{- return(rows.columns[0].values()[0] | int > 0) -}}
{%- endmacro -%}
