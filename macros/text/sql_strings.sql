{#- Several texts as SQL literals, separated by commas. -#}
{%- macro sql_strings(texts) -%}
    {%- set literals = [] -%}
    {%- for text in texts -%}
        {%- do literals.append(changefeed.sql_string(text) | trim) -%}
    {%- endfor -%}
    {{- return(literals | join(', ')) -}}
{%- endmacro -%}
