{#-
Looks at landed messages of topics that no feed claims, and prints lines for changefeed_feeds.csv. It proposes; it does
not declare.
-#}
{%- macro propose_feeds() -%}
    {%- set dialects = changefeed.dialects() | rejectattr('is_internal') | list -%}
    {%- set topics = changefeed.unclaimed_topics(dialects) -%}
    {%- if not topics -%}
        {%- do print('every landed topic has a feed: nothing to propose') -%}
    {%- else -%}
        {%- set said = changefeed.said_in_topics(topics | selectattr('likely') | list, dialects) -%}
        {%- for topic in topics -%}{%- do topic.update({'said': said.get(topic.topic, {'kinds': [], 'databases': [], 'has_rows': false, 'has_statements': false})}) -%}{%- endfor -%}
        {%- set feeds = {} -%}
        {%- set dialects_of_feeds = {} -%}
        {%- for row in run_query('select feed, topics, dialect from ' ~ ref('changefeed_feed_settings')).rows -%}
            {%- do feeds.update({row[0]: row[1].split()}) -%}
            {%- do dialects_of_feeds.update({row[0]: dialects | selectattr('name', 'equalto', row[2]) | first}) -%}
        {%- endfor -%}
        {%- do print('# feed,dialect,topics,source_kind,time_zone,database,schema,history,options') -%}
        {%- set landed = run_query('select distinct topic from ' ~ source('changefeed', 'messages')).rows | map(attribute=0) | list -%}
        {%- set databases_of_feeds = changefeed._databases_of_feeds() if topics | selectattr('said.has_statements') | rejectattr('said.has_rows') | list else {} -%}
        {%- for feed in changefeed.topics_together(topics, feeds, dialects_of_feeds, databases_of_feeds, landed) -%}
            {{- changefeed._propose_feed(feed, dialects, feeds) -}}
        {%- endfor -%}
        {%- do print('# Next: put these lines into seeds/changefeed_feeds.csv, or have them written: changefeed feeds add NAME --dialect DIALECT --topics TOPICS; then changefeed run') -%}
    {%- endif -%}
{%- endmacro -%}


{#- The databases whose rows feeds have: feed → their names; those of schemas where there is no database. -#}
{%- macro _databases_of_feeds() -%}
    {%- set found = {} -%}
    {%- set rows = ref('changefeed_folded_rows') -%}
    {%- if load_relation(rows) is not none -%}
        {%- for row in run_query("select distinct feed, coalesce(nullif(source_database, ''), source_schema) from " ~ rows).rows -%}
            {%- do found.setdefault(row[0], []).append(row[1]) -%}
        {%- endfor -%}
    {%- endif -%}
    {{- return(found) -}}
{%- endmacro -%}


{#-
Prints the lines of one feed: the line of the likeliest dialect, after comments with the reasons of its guesses and with
questions that only people can answer, and the lines of the other dialects as comments.
-#}
{%- macro _propose_feed(feed, dialects, feeds) -%}
    {%- set topics = feed.topics -%}
    {%- set messages = topics | sum(attribute='messages') -%}
    {%- set what = '# topic ' ~ changefeed.shown_topic(feed.place) if topics | length == 1 else '# ' ~ topics | length ~ ' topics, ' ~ feed.patterns | truncate(100, false, ' …', 0) -%}
    {%- set are_statements = changefeed.are_statements(topics) -%}
    {%- if feed.belongs_to -%}
        {%- set kind, shares = ('statements', 'rows of the same database') if are_statements else ('heartbeats', 'topics of the same server') -%}
        {%- do print(what ~ ': ' ~ changefeed.counted(messages, 'message') ~ ' of ' ~ kind ~ '; feed ' ~ feed.belongs_to ~ ' has ' ~ shares ~ ': add this one to its topics') -%}
        {{- return('') -}}
    {%- endif -%}
    {%- set name = changefeed._feed_name(feed.place, feeds) -%}
    {%- set is_plain = changefeed.is_plain_topic(feed.place) -%}
    {%- set with_rows = topics | selectattr('said.has_rows') | list or topics -%}
    {%- set fitting = namespace(likely=with_rows[0].likely) -%}
    {%- for topic in with_rows[1:] -%}{%- set fitting.likely = fitting.likely | select('in', topic.likely) | list -%}{%- endfor -%}
    {%- set likely = fitting.likely -%}
    {%- for dialect in likely -%}
        {%- do print(what ~ ': ' ~ topics | sum(attribute='looks.' ~ dialect.name) ~ ' of ' ~ changefeed.counted(messages, 'message') ~ (' looks' if messages == 1 else ' look') ~ ' like ' ~ dialect.name ~ changefeed._look_alikes(dialect)) -%}
        {%- set guessed = changefeed.guessed_columns(dialect, topics, name) if loop.first else {} -%}
        {%- for comment in guessed.comments -%}{%- do print('#   ' ~ comment) -%}{%- endfor -%}
        {%- if loop.first and are_statements -%}
            {%- do print('#   topics? All messages are statements. The feed that has the rows' ~ (' (' ~ feed.candidates | join(', or ') ~ ')' if feed.candidates) ~ ' probably needs them: then write the topic into the topics of that feed, instead of this line') -%}
        {%- endif -%}
        {%- if is_plain -%}
            {%- do print(('# or: ' if not loop.first) ~ [name, dialect.name, feed.patterns, guessed.source_kind, guessed.time_zone] | join(',') ~ ',' * 4 ~ (guessed.options or '')) -%}
        {%- endif -%}
    {%- endfor -%}
    {%- if not likely and topics[0].unknown_schema -%}
        {%- do print(what ~ ': ' ~ changefeed.counted(messages, 'message') ~ ' after the five bytes of a schema registry; nobody knows their schema ' ~ topics[0].unknown_schema ~ '. Set CHANGEFEED_REGISTRY_URL and propose again, or put the schema into schemas/' ~ topics[0].unknown_schema ~ '.avsc (docs/how-to/registry.md)') -%}
    {%- elif not likely -%}
        {%- do print(what ~ ': ' ~ changefeed.counted(messages, 'message') ~ ', ' ~ changefeed.counted(topics[0].objects, 'JSON object') ~ ' among them, look' ~ ('s' if messages == 1) ~ ' like no dialect that this project has (' ~ dialects | map(attribute='name') | join(', ') ~ ')') -%}
    {%- elif likely | length > 1 -%}
        {%- do print(what ~ ': its shape fits all of these. The service that writes the topic decides: docs/reference/dialects.md names the service of each') -%}
    {%- endif -%}
{%- endmacro -%}


{#- A name for a feed that check_seed() accepts and that `feeds` does not have. It is added to `feeds`. -#}
{%- macro _feed_name(place, feeds) -%}
    {%- set name = modules.re.sub('[^a-z0-9_]', '_', place | lower) -%}
    {%- set name = name if modules.re.match('[a-z]', name) else 'feed_' ~ name -%}
    {%- set free = namespace(name=name) -%}
    {%- for number in range(2, 2 + feeds | length) if free.name in feeds -%}{%- set free.name = name ~ '_' ~ number -%}{%- endfor -%}
    {%- do feeds.update({free.name: []}) -%}
    {{- return(free.name) -}}
{%- endmacro -%}


{%- macro _look_alikes(dialect) -%}
    {%- for name, option in dialect.get('options', {}).items() if not option.default and not option.is_optional -%}
        {{- '; write into its options ' ~ name ~ '=' ~ option.get('values', ['…']) | join(' or ' ~ name ~ '=') -}}
    {%- endfor -%}
    {%- set look_alikes = changefeed.look_alikes(dialect, changefeed.dialects()) -%}
    {{- '; so can messages of ' ~ look_alikes | join(', ') ~ ', which cannot be told apart by their shape' if look_alikes -}}
{%- endmacro -%}
