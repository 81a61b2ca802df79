{#-
'yes' when a topic pattern matches a text, else ''. For the name of a topic this is certain. For another pattern it is a
good sign that both claim a topic.
-#}
{%- macro claims_topic(pattern, text) -%}
    {%- if modules.re.fullmatch(changefeed.topic_regex(pattern), text) -%}yes{%- endif -%}
{%- endmacro -%}
