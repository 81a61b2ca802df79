{#- The feeds whose rows can have paths: the feeds of dialects with `has_paths`. -#}
{%- macro feeds_with_paths(feed_settings) -%}
    {%- set found = [] -%}
    {%- set dialects = changefeed.dialects() | selectattr('has_paths', 'defined') | map(attribute='name') | list -%}
    {%- if changefeed.is_readable(feed_settings) and dialects -%}
        {%- for row in changefeed.declared_feeds(feed_settings) if row['dialect'] in dialects -%}{%- do found.append(row['feed']) -%}{%- endfor -%}
    {%- endif -%}
    {{- return(found) -}}
{%- endmacro -%}
