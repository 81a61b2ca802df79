{#-
Prints which landed topics no feed claims, and which feeds have changes that an older version of their dialect decoded.
Raises where more than one feed claims a topic.
-#}
{%- macro check_feeds() -%}
    {%- set rows = run_query(
        'select landed.topic, landed.messages, array_join(array_sort(collect_list(feeds.feed)), \', \') as feeds'
        ~ ' from (select topic, count(*) as messages from ' ~ source('changefeed', 'messages') ~ ' group by topic) as landed'
        ~ ' left join ' ~ ref('changefeed_feed_settings') ~ ' as feeds on landed.topic rlike feeds.topics_pattern'
        ~ ' group by landed.topic, landed.messages order by landed.topic'
    ).rows -%}
    {%- set twice = [] -%}
    {%- for row in rows -%}
        {%- set topic = changefeed.shown_topic(row['topic']) -%}
        {%- if not row['feeds'] -%}
            {%- do print('no feed claims topic ' ~ topic ~ ' (' ~ changefeed.counted(row['messages'], 'message') ~ ' landed); `changefeed feeds propose` looks at ' ~ ('it' if row['messages'] == 1 else 'them')) -%}
        {%- elif ', ' in row['feeds'] -%}
            {%- do twice.append(topic ~ ' (' ~ row['feeds'] ~ ')') -%}
        {%- else -%}
            {%- do print('topic ' ~ topic ~ ' (' ~ changefeed.counted(row['messages'], 'message') ~ ' landed) belongs to feed ' ~ row['feeds']) -%}
        {%- endif -%}
    {%- endfor -%}
    {%- set log = ref('changefeed_decoded') -%}
    {%- if load_relation(log) is not none -%}
        {%- for feed, changes in run_query(
            'select feed, count(*) from ' ~ log ~ ' where decoder_version < ' ~ changefeed.decoder_version('dialect', changefeed.dialects()) ~ ' group by feed order by feed'
        ).rows -%}
            {%- do print('feed ' ~ feed ~ ': ' ~ changefeed.counted(changes, 'change') ~ (' was' if changes == 1 else ' were') ~ ' decoded by an older version of the dialect; `changefeed run --redecode ' ~ feed ~ '` decodes again') -%}
        {%- endfor -%}
    {%- endif -%}
    {%- if twice -%}
        {{- exceptions.raise_compiler_error('seeds/changefeed_feeds.csv, column topics: claimed by more than one feed: ' ~ twice | join('; ')) -}}
    {%- else -%}
        {%- do print('the declared feeds are sound') -%}
    {%- endif -%}
{%- endmacro -%}
