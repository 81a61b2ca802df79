{#- Whether a topic that no feed claimed when it was landed has a feed now. -#}
{%- macro has_waiting_topics(windows, feeds) -%}
    {%- set rows = run_query(
        'select count(*) from ' ~ windows ~ ' as waiting'
        ~ ' inner join ' ~ feeds ~ ' as feeds on waiting.topic rlike feeds.topics_pattern'
        ~ ' left anti join ' ~ windows ~ ' as claimed on claimed.feed <> \'\''
        ~ ' and waiting.topic = claimed.topic and waiting.topic_incarnation = claimed.topic_incarnation'
        ~ ' and waiting.partition = claimed.partition and waiting.first_batch_id = claimed.first_batch_id'
        ~ ' where waiting.feed = \'\''
    ) -%}
    {{- return(rows.columns[0].values()[0] | int > 0) -}}
{%- endmacro -%}
