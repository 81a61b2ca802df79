{#-
The topics that one feed can claim together. Their names begin with the same part (a.b.c has three parts), and they are
of one dialect and one kind of source. With `server.schema.table`, as connectors name topics, these are all topics of a
server. Topics without rows (heartbeats, transactions, statements) go with the rows of their server. Statements of
another server go with the rows of the same databases, if one feed alone has such. The result is a list of

- place: the beginning of the names;
- patterns: in the form of changefeed_feeds.csv; they match no other landed topic, and no topic that another feed
  claims;
- topics;
- belongs_to: the declared feed to which topics of heartbeats or statements belong, or '';
- candidates: of statements that may belong to several feeds, what these are: their patterns, or their names.
-#}
{%- macro topics_together(topics, feeds, dialects_of_feeds, databases_of_feeds, landed) -%}
    {%- set servers = {} -%}
    {%- set found = [] -%}
    {%- set heartbeats = [] -%}
    {%- for topic in topics -%}
        {%- do servers.setdefault(changefeed._parts(topic.topic)[0], []).append(topic) -%}
    {%- endfor -%}
    {%- for server, beside in servers.items() -%}
        {%- set sources = changefeed._sources(beside) -%}
        {%- for source in sources -%}
            {%- set names = source | map(attribute='topic') | list -%}
            {%- set beats = changefeed._beats(names) -%}
            {%- if beats == names -%}
                {%- do heartbeats.extend(source) -%}
            {%- elif names | length == 1 -%}
                {%- do found.append({'place': names[0], 'patterns': names[0], 'topics': source, 'belongs_to': ''}) -%}
            {%- else -%}
                {%- set others = landed | reject('in', names) | list + feeds.values() | sum(start=[]) -%}
                {%- do found.append({
                    'place': server if sources | length == 1 else changefeed._common_place(server, names),
                    'patterns': (changefeed._cover(server, names, others) + beats) | join(' '),
                    'topics': source,
                    'belongs_to': '',
                }) -%}
            {%- endif -%}
        {%- endfor -%}
    {%- endfor -%}
    {{- return(changefeed._with_statements(found, feeds, dialects_of_feeds, databases_of_feeds)
        + changefeed._of_heartbeats(heartbeats, feeds, dialects_of_feeds, landed)) -}}
{%- endmacro -%}


{#- Statements that are in no topic with rows go with the rows of their databases, if it is known which these are. -#}
{%- macro _with_statements(found, feeds, dialects_of_feeds, databases_of_feeds) -%}
    {%- set statements = [] -%}
    {%- set others = [] -%}
    {%- for each in found -%}
        {%- do (statements if changefeed.are_statements(each.topics) else others).append(each) -%}
    {%- endfor -%}
    {%- set left = [] -%}
    {%- for each in statements -%}
        {%- set databases = changefeed._databases(each.topics) -%}
        {%- set fitting = [] -%}
        {%- for beside in others if changefeed.is_plain_topic(each.place) and changefeed.is_plain_topic(beside.place) and beside.topics[0].likely -%}
            {%- if changefeed._fits(each.topics[0], beside.topics[0].likely[0]) and changefeed._databases(beside.topics) | select('in', databases) | list -%}
                {%- do fitting.append(beside) -%}
            {%- endif -%}
        {%- endfor -%}
        {%- set owners = [] -%}
        {%- for feed, own in databases_of_feeds.items() if feed in feeds and changefeed._fits(each.topics[0], dialects_of_feeds[feed]) -%}
            {%- if own | select('in', databases) | list -%}{%- do owners.append(feed) -%}{%- endif -%}
        {%- endfor -%}
        {%- if fitting | length == 1 and not owners -%}
            {%- do fitting[0].update({'patterns': fitting[0].patterns ~ ' ' ~ each.patterns, 'topics': fitting[0].topics + each.topics}) -%}
        {%- elif owners | length == 1 and not fitting -%}
            {%- do left.append(dict(each, belongs_to=owners[0])) -%}
        {%- else -%}
            {%- do left.append(dict(each, candidates=fitting | map(attribute='patterns') | list + owners)) -%}
        {%- endif -%}
    {%- endfor -%}
    {{- return(others + left) -}}
{%- endmacro -%}


{%- macro _databases(topics) -%}
    {{- return(topics | map(attribute='said') | selectattr('databases', 'defined') | map(attribute='databases') | sum(start=[])) -}}
{%- endmacro -%}


{#-
The topics of one server by source. Topics with rows are together by their likeliest dialect and the kinds of source
that they name. Topics without rows go with the rows that they fit.
-#}
{%- macro _sources(topics) -%}
    {%- set sources = {} -%}
    {%- set alone = [] -%}
    {%- set without_rows = [] -%}
    {%- for topic in topics -%}
        {%- if not topic.likely or not changefeed.is_plain_topic(topic.topic) -%}
            {%- do alone.append([topic]) -%}
        {%- elif topic.said.has_rows -%}
            {%- do sources.setdefault((topic.likely[0].name, topic.said.kinds | unique | sort | join(' ')), []).append(topic) -%}
        {%- else -%}
            {%- do without_rows.append(topic) -%}
        {%- endif -%}
    {%- endfor -%}
    {%- set of_rows = dict(sources) -%}
    {%- for topic in without_rows -%}
        {%- set kinds = topic.said.kinds | unique | sort | join(' ') -%}
        {%- set fitting = [] -%}
        {%- for source, beside in of_rows.items() if kinds in ['', source[1]] or not source[1] -%}
            {%- if changefeed._fits(topic, beside[0].likely[0]) -%}
                {%- do fitting.append(source) -%}
            {%- endif -%}
        {%- endfor -%}
        {%- do sources.setdefault(fitting[0] if fitting | length == 1 else (topic.likely[0].name, kinds, 'without rows'), []).append(topic) -%}
    {%- endfor -%}
    {{- return(sources.values() | list + alone) -}}
{%- endmacro -%}


{#- Whether a feed of a dialect reads the messages of a topic without rows. -#}
{%- macro _fits(topic, dialect) -%}
    {{- return(dialect.name in topic.likely | map(attribute='name') or topic.likely[0].name in dialect.get('takes_along', [])) -}}
{%- endmacro -%}


{#-
Debezium writes the heartbeats of a server to a topic whose name begins with this text and goes on with the server's
name.
-#}
{%- macro _heartbeats() -%}
    {{- return('__debezium-heartbeat.') -}}
{%- endmacro -%}


{%- macro _beats(names) -%}
    {%- set found = [] -%}
    {%- for name in names if name.startswith(changefeed._heartbeats()) -%}{%- do found.append(name) -%}{%- endfor -%}
    {{- return(found) -}}
{%- endmacro -%}


{%- macro _parts(topic) -%}
    {{- return((topic[changefeed._heartbeats() | length:] if topic.startswith(changefeed._heartbeats()) else topic).split('.')) -}}
{%- endmacro -%}


{#- The common beginning of names, in whole parts. Topics with heartbeats do not count. -#}
{%- macro _common_place(server, names) -%}
    {%- set state = namespace(place=server, is_common=true) -%}
    {%- set own = names | reject('in', changefeed._beats(names)) | list -%}
    {%- for part in (own[0].split('.') if own else [])[1:] if state.is_common -%}
        {%- set deeper = state.place ~ '.' ~ part -%}
        {%- set state.is_common = changefeed._below(deeper, own) | length == own | length -%}
        {%- if state.is_common -%}{%- set state.place = deeper -%}{%- endif -%}
    {%- endfor -%}
    {{- return(state.place) -}}
{%- endmacro -%}


{#- The names that begin with a place and go on with a further part. -#}
{%- macro _below(place, names) -%}
    {%- set found = [] -%}
    {%- for name in names if name.startswith(place ~ '.') -%}{%- do found.append(name) -%}{%- endfor -%}
    {{- return(found) -}}
{%- endmacro -%}


{#-
The fewest patterns that match the names at a place and below it, and none of the others: the place with .*, or else
patterns of its parts.
-#}
{%- macro _cover(place, names, others) -%}
    {%- set found = names | select('equalto', place) | list -%}
    {%- set below = changefeed._below(place, names) -%}
    {%- if below and not changefeed._are_claimed([place ~ '.*'], others) -%}
        {%- do found.append(place ~ '.*') -%}
    {%- else -%}
        {%- set children = {} -%}
        {%- for name in below -%}
            {%- do children.setdefault(place ~ '.' ~ name[place | length + 1:].split('.')[0], []).append(name) -%}
        {%- endfor -%}
        {%- for child, own in children.items() -%}
            {%- do found.extend(own if own | length == 1 else changefeed._cover(child, own, others)) -%}
        {%- endfor -%}
    {%- endif -%}
    {{- return(found) -}}
{%- endmacro -%}


{#-
Topics with heartbeats whose server has no rows beside them. A topic belongs to the declared feed that claims topics of
the server. Topics without such a feed are together.
-#}
{%- macro _of_heartbeats(topics, feeds, dialects_of_feeds, landed) -%}
    {%- set found = [] -%}
    {%- set lonely = [] -%}
    {%- for topic in topics -%}
        {%- set server = changefeed._parts(topic.topic) | join('.') -%}
        {%- set owners = [] -%}
        {%- for feed, patterns in feeds.items() if changefeed._fits(topic, dialects_of_feeds[feed]) and (patterns | select('equalto', server) | list or changefeed._below(server, patterns)) -%}
            {%- do owners.append(feed) -%}
        {%- endfor -%}
        {%- if owners | length == 1 -%}
            {%- do found.append({'place': topic.topic, 'patterns': topic.topic, 'topics': [topic], 'belongs_to': owners[0]}) -%}
        {%- else -%}
            {%- do lonely.append(topic) -%}
        {%- endif -%}
    {%- endfor -%}
    {%- set names = lonely | map(attribute='topic') | list -%}
    {%- set pattern = changefeed._heartbeats() ~ '*' -%}
    {%- set is_free = names | length > 1 and not changefeed._are_claimed([pattern], landed | reject('in', names) | list + feeds.values() | sum(start=[])) -%}
    {%- if lonely -%}
        {%- do found.append({
            'place': names[0] if names | length == 1 else 'debezium_heartbeats',
            'patterns': pattern if is_free else names | join(' '),
            'topics': lonely,
            'belongs_to': '',
        }) -%}
    {%- endif -%}
    {{- return(found) -}}
{%- endmacro -%}


{%- macro _are_claimed(patterns, claimed) -%}
    {%- set found = [] -%}
    {%- for pattern in patterns -%}
        {%- for other in claimed if changefeed.claims_topic(pattern, other) == 'yes' or changefeed.claims_topic(other, pattern) == 'yes' -%}
            {%- do found.append(other) -%}
        {%- endfor -%}
    {%- endfor -%}
    {{- return(found != []) -}}
{%- endmacro -%}
