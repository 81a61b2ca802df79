{#-
What the messages of topics say about the columns of a feed's line. Up to 1,000 messages of each topic, from all its
time, are read in the topic's likeliest dialect. Where that can read none of them, they may be statements of another
that is likely: then it becomes the likeliest. The result is topic →

- kinds: source kinds that messages name;
- types: source types;
- has_rows: whether any message is a change of a row;
- has_statements: whether any is a statement;
- databases: of rows and statements; the schema where the messages name no database;
- keyless: tables whose messages name no key;
- left_out: fields of Kafka keys that rows lack;
- options: options of the feed that messages show, each as name=value;
- columns: tables with the columns that their rows have, and those of their keys;
- places: the keyless tables by source kind, where the source kind decides which name is the database and which the
  schema;
- times: source type (or '') → example (a column and a time without a zone) and offsets (minutes → how many times
  differed from UTC by these minutes when the change was made).
-#}
{%- macro said_in_topics(topics, dialects) -%}
    {%- set found = changefeed._said_of(topics, dialects) if topics else {} -%}
    {%- set state = namespace(unread=[]) -%}
    {%- for topic in topics if not found.get(topic.topic, {}).is_read -%}{%- do state.unread.append(topic) -%}{%- endfor -%}
    {%- for turn in range(2, 1 + dialects | length) if state.unread -%}
        {%- set asked = [] -%}
        {%- for topic in state.unread -%}
            {%- do topic.update({'likely': topic.likely[1:] + topic.likely[:1]}) -%}
            {%- if turn <= topic.likely | length -%}{%- do asked.append(topic) -%}{%- endif -%}
        {%- endfor -%}
        {%- set said = changefeed._said_of(asked, dialects) if asked else {} -%}
        {%- set state.unread = [] -%}
        {%- for topic in asked -%}
            {%- if changefeed.are_statements([{'said': said.get(topic.topic, {})}]) -%}
                {%- do found.update({topic.topic: said[topic.topic]}) -%}
            {%- else -%}
                {%- do state.unread.append(topic) -%}
            {%- endif -%}
        {%- endfor -%}
    {%- endfor -%}
    {%- set asked = [] -%}
    {%- for topic in topics if found.get(topic.topic, {}).keyless and changefeed._is_placed_by_kind(topic.likely[0]) -%}{%- do asked.append(topic) -%}{%- endfor -%}
    {%- for row in (run_query(changefeed._places_by_kind(asked, changefeed._likeliest(asked, dialects), dialects)).rows if asked else []) -%}
        {%- do found[row[0]].places.update({row[1]: fromjson(row[2])}) -%}
    {%- endfor -%}
    {{- return(found) -}}
{%- endmacro -%}


{#- The dialects that are the likeliest of some topic. -#}
{%- macro _likeliest(topics, dialects) -%}
    {{- return(dialects | selectattr('name', 'in', topics | map(attribute='likely') | map('first') | map(attribute='name') | list) | list) -}}
{%- endmacro -%}


{#- What topics say in their likeliest dialects. is_read: whether these can read any message. -#}
{%- macro _said_of(topics, dialects) -%}
    {%- set found = {} -%}
    {%- for row in run_query(changefeed._said(topics, changefeed._likeliest(topics, dialects), dialects)).rows -%}
        {%- set each = fromjson(row[0]) -%}
        {%- set said = found.setdefault(each.topic, {
            'kinds': [], 'types': [], 'keyless': [], 'left_out': [], 'options': [], 'databases': [], 'columns': [], 'places': {}, 'times': {},
            'is_read': false, 'has_rows': false, 'has_statements': false,
        }) -%}
        {%- do said.kinds.extend(each.kinds) -%}
        {%- do said.options.extend(each.options) -%}
        {%- do said.types.extend(each.types | sum(start=[])) -%}
        {%- do said.keyless.extend(each.keyless) -%}
        {%- do said.left_out.extend(each.left_out | sum(start=[])) -%}
        {%- do said.databases.extend(each.databases) -%}
        {%- do said.columns.extend(each.columns) -%}
        {%- for what in ['is_read', 'has_rows', 'has_statements'] if each[what] -%}{%- do said.update({what: true}) -%}{%- endfor -%}
        {%- set times = said.times.setdefault(each.time_type, {'example': each.example, 'offsets': {}}) -%}
        {%- if each.minutes is defined -%}{%- do times.offsets.update({each.minutes: each.changes}) -%}{%- endif -%}
    {%- endfor -%}
    {{- return(found) -}}
{%- endmacro -%}


{#- Whether the kind of source decides what the names in a dialect's messages mean. -#}
{%- macro _is_placed_by_kind(dialect) -%}
    {{- return(dialect.source_kinds != [] and 'source_kind' in (dialect.get('terms', {}).values() | list + dialect.changes.values() | list) | join(' ')) -}}
{%- endmacro -%}


{#- The tables whose messages name no key, by topic and kind of source. The kind '' is a feed that declares none. -#}
{%- macro _places_by_kind(topics, chosen, dialects) -%}
with messages as (
    select
        landed.* except (source_kind),
        kind as source_kind
    from (
        {{ changefeed.landed_messages(changefeed.sampled_messages(300, 'xxhash64(partition, offset)'), changefeed._dialect_of_number(topics), 'left join', 'false', changefeed._options_of_sample()) }}
    ) as landed
    lateral view explode(split(case dialect
        {%- for dialect in chosen %} when '{{ dialect.name }}' then ',{{ dialect.source_kinds | join(',') }}'{% endfor %} end, ',')) kinds as kind
),
{{ changefeed.parse_messages('messages', chosen) }},
{{ changefeed.read_messages(chosen, dialects) }},
{{ changefeed.place_messages(chosen) }}
-- No filter on the reason: Spark would write it out anew in each step of decoding, down to the messages.
select
    topic,
    source_kind,
    to_json(collect_set(if(reason = 'no_key_declared', to_json(struct(source_database, source_schema, source_table)), null))) as places
from judged_messages
group by topic, source_kind
{%- endmacro -%}


{#- The options that a feed would need for the frames of sampled messages. -#}
{%- macro _options_of_sample() -%}
if(landed.framing = 'confluent', map('framing', 'confluent'), cast(null as map<string,string>))
{%- endmacro -%}


{%- macro _said(topics, chosen, dialects) -%}
{%- set kinds = {} -%}
{%- set options = {} -%}
{%- set times_in_zone = [] -%}
{%- for dialect in chosen -%}
    {%- if dialect.sent_kind is defined -%}{%- do kinds.update({dialect.name: dialect.sent_kind}) -%}{%- endif -%}
    {%- if dialect.sent_options is defined -%}{%- do options.update({dialect.name: dialect.sent_options}) -%}{%- endif -%}
    {%- if changefeed.has_times_in_zone(dialect) -%}{%- do times_in_zone.append(dialect.name) -%}{%- endif -%}
{%- endfor -%}
with messages as (

    {{ changefeed.landed_messages(changefeed.sampled_messages(1000, 'xxhash64(partition, offset)'), changefeed._dialect_of_number(topics), 'left join', 'false', changefeed._options_of_sample()) }}
    where xxhash64(landed.topic) in ({{ topics | map(attribute='number') | map('int') | join(', ') }})

),

{{ changefeed.parse_messages('messages', chosen) }},

{{ changefeed.read_messages(chosen, dialects) }},

{{ changefeed.place_messages(chosen) }},

kinds as (

    select
        topic,
        collect_set({{ changefeed.by_dialect(kinds, chosen) }}) as kinds,
        array_distinct(flatten(collect_list(cast({{ changefeed.by_dialect(options, chosen) }} as array<string>)))) as options
    from terms
    group by topic

),

said as (

    select
        *,
        from_json(column_types, 'map<string,string>') as types,
        filter(
            if(dialect in ('{{ times_in_zone | join("', '") }}'), array(), flatten(transform(after_rows, row -> map_entries(row)))),
            each -> each.value rlike r'^[0-9]{4}-[0-9]{2}-[0-9]{2}[ T][0-9]{2}:[0-9]{2}:[0-9]{2}([.][0-9]+)?\z'
        ) as times
    from judged_messages

),

timed as (

    select
        *,
        if(
            dialect in ('{{ times_in_zone | join("', '") }}'),
            cast(source_at as double) - cast(kafka_at as double),
            cast(try_cast(concat(replace(left(time.value, 19), 'T', ' '), ' UTC') as timestamp) as double) - cast(source_at as double)
        ) as seconds
    from said
    lateral view outer explode(times) exploded as time

),

told as (

    select
        topic,
        coalesce(types[time.key], '') as time_type,
        -- Zones are a whole number of quarter hours from UTC, 14 hours at most; a change is made within seconds of the times that it sets.
        if(
            operation in ('insert', 'update') and abs(seconds) < 51000 and abs(seconds - round(seconds / 900) * 900) <= 30,
            cast(round(seconds / 900) * 15 as int),
            null
        ) as minutes,
        min(if(time is null, null, struct(concat_ws('.', nullif(source_table, ''), time.key) as column, time.value))) as example,
        count(*) as changes,
        -- A message that cannot be decoded counts as a row.
        max(coalesce(is_row_change, true)) as has_rows,
        max(operation is not null) as is_read,
        max(statement is not null) as has_statements,
        collect_set(if(
            coalesce(is_row_change, true) or statement is not null,
            coalesce(nullif(source_database, ''), nullif(source_schema, '')),
            null
        )) as databases,
        collect_set(if(reason = 'no_key_declared', to_json(struct(source_database, source_schema, source_table)), null)) as keyless,
        collect_set(if(
            is_row_change and size(after_rows) > 0,
            to_json(struct(source_database, source_schema, source_table, key_columns, map_keys(after_rows[0]) as names)),
            null
        )) as columns,
        collect_set(json_object_keys(key_left_out)) as left_out,
        collect_set(map_values(types)) as types
    from timed
    group by all

)

select to_json(struct(told.*, kinds.kinds, coalesce(kinds.options, array()) as options))
from told
left join kinds on told.topic = kinds.topic
order by told.topic, told.time_type, told.minutes nulls last
{%- endmacro -%}


{%- macro _dialect_of_number(topics) -%}
case xxhash64(landed.topic)
    {%- for topic in topics %} when {{ topic.number | int }} then '{{ topic.likely[0].name }}'{% endfor %}
end
{%- endmacro -%}
