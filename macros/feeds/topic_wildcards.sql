{#- What a dot and the wildcards of a topic pattern are in a regular expression. -#}
{%- macro topic_wildcards() -%}
    {{- return({'.': '[.]', '*': '.*', '?': '.'}) -}}
{%- endmacro -%}
