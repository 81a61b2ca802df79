{#- 'yes' when a topic pattern matches another's text: certain for a plain topic name, a good sign for two patterns. -#}
{%- macro claims_topic(pattern, text) -%}
    {%- if modules.re.fullmatch(changefeed.topic_regex(pattern), text) -%}yes{%- endif -%}
{%- endmacro -%}
