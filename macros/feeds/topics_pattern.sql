{#- A feed claims the topics that it declares, and the topic under which its baselines are landed. \z is the end: before a last line break $ holds too. -#}
{%- macro topics_pattern(topics, feed) -%}
    concat('^(', replace(replace(replace(replace(trim({{ topics }}), '.', '[.]'), '*', '.*'), '?', '.'), ' ', '|'), '|changefeed_baseline[.]', {{ feed }}, r')\z')
{%- endmacro -%}
