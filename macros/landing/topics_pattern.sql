{#-
A feed claims the topics that it declares, and the topic under which its baselines are landed. The end is \z, because $
also matches before a last line break.
-#}
{%- macro topics_pattern(topics, feed) -%}
    {%- set found = namespace(patterns='trim(' ~ topics ~ ')') -%}
    {%- for wildcard, regex in changefeed.topic_wildcards().items() -%}
        {%- set found.patterns = 'replace(' ~ found.patterns ~ ", '" ~ wildcard ~ "', '" ~ regex ~ "')" -%}
    {%- endfor -%}
    concat('^(', replace({{ found.patterns }}, ' ', '|'), '|changefeed_baseline[.]', {{ feed }}, r')\z')
{%- endmacro -%}
