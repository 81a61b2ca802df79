{#-
What the tests of a run have to know of it, in one statement for all of them, asked after `decoded` was built: numbers
by name, of all that this run has read and decoded. None where tests look at all. A test whose number is 0 need not ask.

- missing: messages that were read and are neither decoded nor quarantined, or more than were read. Where the run tried
  messages again, it is the number of all: then only each message by itself tells
- strange: changes with another operation than the canonical ones
- without_key: messages that were quarantined because no key of their table is known
- keyless: changes of rows without a key
- unwell: what may make a feed not well (feed_health knows): quarantined messages, statements, NULLs that may be none,
  fields of a shared key, times ahead, what the loader found wrong in Kafka, messages that wait for a further run
- waiting: ranges of topics that no feed claims, or several
- lost: ranges of offsets that were given up, ever
-#}
{%- macro found_by_run(log, read_batches) -%}
    {%- if not changefeed.looks_at_the_run() -%}{{ return(none) }}{%- endif -%}
    {%- set found = {'missing': 0, 'strange': 0, 'without_key': 0, 'keyless': 0, 'unwell': graph.get('changefeed_left ' ~ invocation_id, 0), 'waiting': 0, 'lost': 0} -%}
    {%- for row in changefeed.ask('found_by_run', changefeed._counted_of_run(log, read_batches), once=true) -%}
        {%- set numbers = {} -%}
        {%- for name in changefeed._numbers_of_run() -%}{%- do numbers.update({name: row[name] | int}) -%}{%- endfor -%}
        {%- do numbers.update({'missing': numbers.decoded + numbers.retried if numbers.retried else (numbers.claimed - numbers.decoded) | abs}) -%}
        {%- for name in found -%}{%- do found.update({name: found[name] + numbers[name]}) -%}{%- endfor -%}
    {%- endfor -%}
    {{- return(found) -}}
{%- endmacro -%}


{%- macro _numbers_of_run() -%}
    {{- return(['claimed', 'decoded', 'retried', 'strange', 'without_key', 'keyless', 'unwell', 'waiting', 'lost']) -}}
{%- endmacro -%}


{#- By feed and topic, because a message of one topic does not make good for one of another. -#}
{%- macro _counted_of_run(log, read_batches) -%}
{%- set run = changefeed.newest_read_batch(read_batches) -%}
{%- set sources = [
    {
        'place': 'feed, topic, topic_incarnation',
        'claimed': "sum(if(feed <> '' and kind in ('new', 'redecode'), messages, 0))",
        'retried': "count_if(kind = 'retry')",
        'waiting': "count_if(feed = '')",
        'from': read_batches ~ ' where decode_batch_id = ' ~ run ~ " and kind <> 'declared' or feed = ''",
    },
    {
        'place': 'feed, topic, topic_incarnation',
        'decoded': 'count(distinct if(message_index = 0, struct(partition, offset), null))',
        'strange': "count_if(reason is null and coalesce(operation, '') not in (" ~ changefeed.sql_strings(changefeed.operations()) ~ '))',
        'without_key': "count_if(reason = 'no_key_declared')",
        'keyless': 'count_if(reason is null and size(key_columns) = 0)',
        'unwell': "count_if(reason is not null or detail is not null or operation in ('ddl', 'truncate') or landed_at > current_timestamp()"
            ~ ' or kafka_at is not null and ' ~ changefeed.time_in_order('decoded') ~ ' is null)',
        'from': log ~ ' as decoded where decode_batch_id = ' ~ run,
    },
    {'place': "'' as feed, '' as topic, '' as topic_incarnation", 'unwell': 'count(*)', 'from': changefeed.relation_of('kafka_faults')},
    {'place': "'' as feed, '' as topic, '' as topic_incarnation", 'lost': 'count(*)', 'from': changefeed.relation_of('lost_ranges')},
] -%}
{%- set settings = changefeed.relation_of('changefeed_feed_settings') -%}
{%- set ambiguous = changefeed.dialects() | selectattr('ambiguous_nulls') | map(attribute='name') | list -%}
{%- if changefeed.declared_feeds(settings) | selectattr('dialect', 'in', ambiguous) | list -%}
    {%- do sources.append({
        'place': 'decoded.feed, decoded.topic, decoded.topic_incarnation',
        'unwell': changefeed.count_of_ambiguous_nulls(),
        'from': log ~ ' as decoded inner join ' ~ settings ~ ' as feeds on decoded.feed = feeds.feed where decoded.reason is null and decode_batch_id = ' ~ run,
    }) -%}
{%- endif -%}
select
    feed,
    topic,
    topic_incarnation,
    {%- for name in changefeed._numbers_of_run() %}
    sum({{ name }}) as {{ name }}{{ ',' if not loop.last }}
    {%- endfor %}
from (
    {%- for each in sources %}
    select
        {{ each.place }},
        {%- for name in changefeed._numbers_of_run() %}
        {{ each.get(name, '0') }} as {{ name }}{{ ',' if not loop.last }}
        {%- endfor %}
    from {{ each.from }}
    {%- if ' as ' not in each.place %}
    group by {{ each.place }}
    {%- endif %}
    {{- '\n    union all' if not loop.last }}
    {%- endfor %}
)
group by feed, topic, topic_incarnation
{%- endmacro -%}
