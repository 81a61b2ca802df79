{#- Looks at landed messages of topics that no feed claims and prints lines for changefeed_feeds.csv. It proposes, it never declares. -#}
{%- macro propose_feeds() -%}
    {%- set dialects = changefeed.dialects() | rejectattr('is_internal') | list -%}
    {%- set rows = run_query(
        'select topic, count(*) as messages, count(names) as objects'
        ~ changefeed._votes(dialects)
        ~ ' from (select topic, value, cast(value as string) as json, json_object_keys(cast(value as string)) as names from ('
        ~ 'select topic, value, row_number() over (partition by topic order by landed_at desc, offset desc) as nth from '
        ~ source('changefeed', 'messages') ~ ' as landed where value is not null and not exists (select 1 from '
        ~ ref('changefeed_feed_settings') ~ ' as feeds where landed.topic rlike feeds.topics_pattern)) where nth <= 200)'
        ~ ' group by topic order by topic'
    ).rows -%}
    {%- if not rows -%}
        {%- do print('every landed topic has a feed: nothing to propose') -%}
    {%- else -%}
        {%- do print('# feed,dialect,topics,source_kind,time_zone,database,schema,history,options') -%}
    {%- endif -%}
    {%- for row in rows -%}
        {%- set likely = changefeed._likely(dialects, row) -%}
        {%- set topic = changefeed.shown_topic(row['topic']) -%}
        {%- for dialect in likely -%}
            {%- do print('# topic ' ~ topic ~ ': ' ~ row[dialect.name] ~ ' of ' ~ row['messages'] ~ ' messages look like ' ~ dialect.name ~ changefeed._look_alikes(dialect)) -%}
            {%- if topic == row['topic'] -%}{%- do print(('# or: ' if not loop.first) ~ (row['topic'] | lower | replace('.', '_') | replace('-', '_')) ~ ',' ~ dialect.name ~ ',' ~ row['topic'] ~ ',' * 6) -%}{%- endif -%}
        {%- endfor -%}
        {%- if not likely -%}
            {%- do print('# topic ' ~ topic ~ ': ' ~ row['messages'] ~ ' messages, ' ~ row['objects'] ~ ' of them JSON objects, look like no dialect that this project has (' ~ dialects | map(attribute='name') | join(', ') ~ ')') -%}
        {%- elif likely | length > 1 -%}
            {%- do print('# topic ' ~ topic ~ ': its shape fits all of these. What tells them apart is who writes the topic: docs/dialects.md names the service of each') -%}
        {%- endif -%}
    {%- endfor -%}
    {%- if rows -%}
        {%- do print('# Next: put these lines into seeds/changefeed_feeds.csv, or have them written: changefeed feeds add NAME --dialect DIALECT --topics TOPICS; then changefeed run') -%}
    {%- endif -%}
{%- endmacro -%}


{#- The dialects that most of a topic's messages look like, the likeliest first: the most messages, then the most members that tell it, then the order of dialects(). -#}
{%- macro _likely(dialects, row) -%}
    {%- set ranked = [] -%}
    {%- for dialect in dialects if row[dialect.name] | int * 2 > row['messages'] | int -%}
        {%- do ranked.append((0 - row[dialect.name] | int, 0 - changefeed._signs(dialect) | length, loop.index0, dialect)) -%}
    {%- endfor -%}
    {{- return(ranked | sort | map(attribute=3) | list) -}}
{%- endmacro -%}


{%- macro _votes(dialects) -%}
    {%- for dialect in dialects %}, count_if(
        {%- if dialect.envelope.format == 'avro' -%}
        {{ changefeed.looks_like_record(dialect) }}
        {%- else -%}
        {{ ([changefeed.looks_like(dialect, dialects)] + dialect.signature.get('says', [])) | join(' and ') }}
        {%- endif -%}
    ) as {{ dialect.name }}{% endfor -%}
{%- endmacro -%}


{%- macro _look_alikes(dialect) -%}
    {%- for name, option in dialect.get('options', {}).items() if not option.default and not option.is_optional -%}
        {{- '; write into its options ' ~ name ~ '=' ~ option.get('values', ['…']) | join(' or ' ~ name ~ '=') -}}
    {%- endfor -%}
    {%- set look_alikes = changefeed.look_alikes(dialect, changefeed.dialects()) -%}
    {{- '; so can messages of ' ~ look_alikes | join(', ') ~ ', which cannot be told apart by their shape' if look_alikes -}}
{%- endmacro -%}


{#- A topic's name for people; one that no broker takes and that would read as something else stands in quotes, and is proposed no line. -#}
{%- macro shown_topic(topic) -%}
    {{- return(topic if topic.isprintable() and modules.re.fullmatch('[^\\s,"#*?]+', topic) else tojson(topic)) -}}
{%- endmacro -%}
