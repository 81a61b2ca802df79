{#-
A feed claims the topics that it declares, and the topic under which its baselines are landed. \z is the end: before a
last line break $ holds too.
-#}
{%- macro topics_pattern(topics, feed) -%}
    {%- set found = namespace(patterns='trim(' ~ topics ~ ')') -%}
    {%- for wildcard, regex in changefeed.topic_wildcards().items() -%}
        {%- set found.patterns = 'replace(' ~ found.patterns ~ ", '" ~ wildcard ~ "', '" ~ regex ~ "')" -%}
    {%- endfor -%}
    concat('^(', replace({{ found.patterns }}, ' ', '|'), '|changefeed_baseline[.]', {{ feed }}, r')\z')
{%- endmacro -%}
