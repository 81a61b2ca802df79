{#- Whether a name fits a pattern: * is any text, ? one character. -#}
{%- macro like_pattern(name, pattern) -%}
    {%- set like = pattern | replace('!', '!!') | replace('%', '!%') | replace('_', '!_') | replace('*', '%') | replace('?', '_') -%}
    {{- name }} like {{ changefeed.sql_string(like) }} escape '!'
{%- endmacro -%}
