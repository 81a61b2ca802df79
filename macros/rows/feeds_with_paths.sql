{#- The feeds whose rows can have paths: the feeds of dialects with `has_paths`. -#}
{%- macro feeds_with_paths(feed_settings) -%}
    {%- set found = [] -%}
    {%- set dialects = changefeed.dialects() | selectattr('has_paths', 'defined') | map(attribute='name') | list -%}
    {%- if changefeed.is_readable(feed_settings) and dialects -%}
        {%- for row in changefeed.ask(
            'feeds_with_paths', 'select feed from ' ~ feed_settings ~ ' where dialect in (' ~ changefeed.sql_strings(dialects) ~ ') order by feed'
        ) -%}
            {%- do found.append(row['feed']) -%}
        {%- endfor -%}
    {%- endif -%}
    {{- return(found) -}}
{%- endmacro -%}
