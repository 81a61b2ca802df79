{#-
Topics that one feed can claim: those that begin with the same parts (a.b.c has three), are of one dialect and of one kind of source, and whose patterns claim no topic of
another feed. With `server.schema.table`, as connectors name them, these are all of a server. A list of {place (what they begin with), patterns (as in changefeed_feeds.csv), topics}.
-#}
{%- macro topics_together(topics, claimed, depth=1) -%}
    {%- set found = [] -%}
    {%- set beside = {} -%}
    {%- for topic in topics -%}
        {%- do beside.setdefault(changefeed._parts(topic.topic)[:depth] | join('.'), []).append(topic) -%}
    {%- endfor -%}
    {%- for place, together in beside.items() -%}
        {%- set patterns = changefeed._patterns(place, together) -%}
        {%- if together | length > 1 and changefeed._are_of_one_source(together) and not changefeed._are_claimed(patterns, claimed) -%}
            {%- do found.append({'place': place, 'patterns': patterns | join(' '), 'topics': together}) -%}
        {%- elif together | length > 1 and '.*' in patterns | join(' ') -%}
            {%- do found.extend(changefeed.topics_together(together, claimed, depth + 1)) -%}
        {%- else -%}
            {%- for topic in together -%}
                {%- do found.append({'place': topic.topic, 'patterns': topic.topic, 'topics': [topic]}) -%}
            {%- endfor -%}
        {%- endif -%}
    {%- endfor -%}
    {{- return(found) -}}
{%- endmacro -%}


{#- The heartbeats of a server of Debezium lie in a topic of this name and the server's. -#}
{%- macro _heartbeats() -%}
    {{- return('__debezium-heartbeat.') -}}
{%- endmacro -%}


{%- macro _parts(topic) -%}
    {{- return((topic[changefeed._heartbeats() | length:] if topic.startswith(changefeed._heartbeats()) else topic).split('.')) -}}
{%- endmacro -%}


{%- macro _patterns(place, topics) -%}
    {%- set found = [] -%}
    {%- for start in [place, changefeed._heartbeats() ~ place] -%}
        {%- for topic in topics if topic.topic == start -%}{%- do found.append(start) -%}{%- endfor -%}
        {%- for topic in topics if topic.topic.startswith(start ~ '.') and start ~ '.*' not in found -%}{%- do found.append(start ~ '.*') -%}{%- endfor -%}
    {%- endfor -%}
    {{- return(found) -}}
{%- endmacro -%}


{#- Whether topics look like the same dialect first, and name no two kinds of source. -#}
{%- macro _are_of_one_source(topics) -%}
    {%- set dialects = [] -%}
    {%- set kinds = [] -%}
    {%- for topic in topics -%}
        {%- do dialects.append(topic.likely[0].name if topic.likely and changefeed.shown_topic(topic.topic) == topic.topic else none) -%}
        {%- do kinds.extend(topic.said.kinds) -%}
    {%- endfor -%}
    {{- return(none not in dialects and dialects | unique | list | length == 1 and kinds | unique | list | length < 2) -}}
{%- endmacro -%}


{%- macro _are_claimed(patterns, claimed) -%}
    {%- set found = [] -%}
    {%- for pattern in patterns -%}
        {%- for other in claimed if changefeed._claims(pattern, other) == 'yes' or changefeed._claims(other, pattern) == 'yes' -%}
            {%- do found.append(other) -%}
        {%- endfor -%}
    {%- endfor -%}
    {{- return(found != []) -}}
{%- endmacro -%}
