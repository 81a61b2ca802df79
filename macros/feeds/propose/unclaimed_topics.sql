{#-
What the newest messages of each landed topic that no feed claims look like, a list in the order of topics:

- topic, messages;
- number: a digest of the topic's name. SQL uses it, because the name of a topic may not be part of an SQL text;
- objects: how many messages are JSON objects;
- framed: how many have the bytes of a schema registry before their JSON;
- unknown_schema: the number of a schema that is not known, from a record after such bytes;
- looks: dialect → how many messages look like it;
- likely: the dialects that more than half of the messages look like, the likeliest first.
-#}
{%- macro unclaimed_topics(dialects) -%}
    {%- set found = [] -%}
    {%- set rows = run_query(
        'select to_json(struct(*)) from (select topic, cast(xxhash64(topic) as string) as number, count(*) as messages, count(names) as objects, count_if(framing = \'confluent\') as framed, max(if(framing = \'avro\' and names is null, '
        ~ changefeed.schema_number('value') ~ ', null)) as unknown_schema, struct('
        ~ changefeed._votes(dialects) ~ ') as looks from ' ~ changefeed.sampled_messages(200, 'landed_at desc, offset desc') ~ ' group by topic) order by topic'
    ).rows -%}
    {%- for row in rows -%}
        {%- set topic = fromjson(row[0]) -%}
        {%- do found.append(dict(topic, likely=changefeed._likely(dialects, topic))) -%}
    {%- endfor -%}
    {{- return(found) -}}
{%- endmacro -%}


{#-
The dialects that more than half of a topic's messages look like, the likeliest first. The order is by the number of
messages, then by the number of members that show the dialect, then as in dialects().
-#}
{%- macro _likely(dialects, topic) -%}
    {%- set ranked = [] -%}
    {%- for dialect in dialects if topic.looks[dialect.name] * 2 > topic.messages -%}
        {%- do ranked.append((0 - topic.looks[dialect.name], 0 - changefeed.signs_of_dialect(dialect) | length, loop.index0, dialect)) -%}
    {%- endfor -%}
    {{- return(ranked | sort | map(attribute=3) | list) -}}
{%- endmacro -%}


{#- Whether the dialect can have the bytes that come before a message. -#}
{%- macro _fits_frame(dialect) -%}
{{ "framing = 'avro'" if dialect.written == 'avro' else "framing in ('none', 'confluent')" if 'framing' in dialect.get('options', {}) else "framing = 'none'" }}
{%- endmacro -%}


{%- macro _votes(dialects) -%}
    {%- for dialect in dialects %}{{ ', ' if not loop.first }}count_if(
        {%- if dialect.envelope.format == 'avro' -%}
        {{ changefeed.looks_like_record(dialect) }}
        {%- elif dialect.signature.bytes is defined -%}
        {{ dialect.signature.bytes }}
        {%- else -%}
        {{ ([changefeed._fits_frame(dialect), changefeed.looks_like(dialect, dialects)] + dialect.signature.get('says', [])) | join(' and ') }}
        {%- endif -%}
    ) as {{ dialect.name }}{% endfor -%}
{%- endmacro -%}
