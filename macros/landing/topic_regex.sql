{#- A pattern with * and ? as a regular expression of the whole name. -#}
{%- macro topic_regex(pattern) -%}
    {%- set wildcards = changefeed.topic_wildcards() -%}
    {%- for character in pattern -%}
        {{- wildcards.get(character, character if modules.re.match('[\\w-]', character) else modules.re.escape(character)) -}}
    {%- endfor -%}
{%- endmacro -%}
