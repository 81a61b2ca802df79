{#- 'yes' when a topic pattern matches another's text: certain for a plain topic name, a good sign for two patterns. -#}
{%- macro claims_topic(pattern, text) -%}
    {%- if modules.re.fullmatch(pattern | replace('.', '[.]') | replace('*', '.*') | replace('?', '.'), text) -%}yes{%- endif -%}
{%- endmacro -%}
