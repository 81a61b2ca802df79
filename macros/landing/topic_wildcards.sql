{#- What a dot and the wildcards of a topic pattern become in a regular expression. -#}
{%- macro topic_wildcards() -%}
    {{- return({'.': '[.]', '*': '.*', '?': '.'}) -}}
{%- endmacro -%}
