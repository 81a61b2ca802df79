{#- Whether a topic's name can stand in changefeed_feeds.csv as it is. A broker accepts no other name. -#}
{%- macro is_plain_topic(topic) -%}
    {{- return(topic.isprintable() and modules.re.fullmatch('[^\\s,"#*?]+', topic) is not none) -}}
{%- endmacro -%}
