{#- A feed claims the topics that it declares, and the topic under which its baselines are landed. -#}
{%- macro topics_pattern(topics, feed) -%}
    concat('^(', replace(replace(replace(replace(trim({{ topics }}), '.', '[.]'), '*', '.*'), '?', '.'), ' ', '|'), '|changefeed_baseline[.]', {{ feed }}, ')$')
{%- endmacro -%}
