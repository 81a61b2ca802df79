{#- Whether history is kept of the table of a row, from the dict of history_feeds(). -#}
{%- macro has_history(feeds) -%}
{%- set conditions = [] -%}
{%- for feed, tables in feeds.items() -%}
    {%- set patterns = [] -%}
    {%- for pattern in tables.split() if tables != 'on' -%}
        {%- do patterns.append(changefeed.like_pattern('source_table', pattern)) -%}
    {%- endfor -%}
    {%- do conditions.append('feed = ' ~ changefeed.sql_string(feed) ~ (' and (' ~ patterns | join(' or ') ~ ')' if patterns else '')) -%}
{%- endfor -%}
({{ conditions | join(' or ') or 'false' }})
{%- endmacro -%}
