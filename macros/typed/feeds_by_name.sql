{#-
The declared feeds, by name, as the readers of values take them; only the one of a name where that is given. None where
nothing was built yet.
-#}
{%- macro feeds_by_name(only=none) -%}
    {%- set settings = changefeed.settings_of_feeds(only) -%}
    {%- if settings is none -%}{{- return(none) -}}{%- endif -%}
    {%- set dialects = {} -%}
    {%- for dialect in changefeed.dialects() -%}
        {%- do dialects.update({dialect.name: dialect}) -%}
    {%- endfor -%}
    {%- set feeds = {} -%}
    {%- for feed in settings -%}
        {%- do feeds.update({feed.feed: changefeed.feed_of_dialect(dialects[feed.dialect], feed.source_kind, feed.time_zone, feed.options)}) -%}
    {%- endfor -%}
    {{- return(feeds) -}}
{%- endmacro -%}
