{#-
The feeds whose line in changefeed_feeds.csv says that history is kept, each with the value of that line: on, or
patterns of tables.
-#}
{%- macro history_feeds(feed_settings) -%}
    {%- if not changefeed.is_readable(feed_settings) -%}{{ return({}) }}{%- endif -%}
    {%- set feeds = {} -%}
    {%- for row in changefeed.declared_feeds(feed_settings) if row['history'] != 'off' -%}
        {%- do feeds.update({row['feed']: row['history']}) -%}
    {%- endfor -%}
    {{- return(feeds) -}}
{%- endmacro -%}
