{#-
A topic's name for people. A name that no broker accepts, and that would read as something else, is in quotes. No line
is proposed for it.
-#}
{%- macro shown_topic(topic) -%}
    {{- return(topic if changefeed.is_plain_topic(topic) else tojson(topic)) -}}
{%- endmacro -%}
