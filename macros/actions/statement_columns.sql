{#- The columns that tell one message with a statement from every other. -#}
{%- macro statement_columns(alias='') -%}
    {%- set found = [] -%}
    {%- for column in ['feed', 'topic', 'topic_incarnation', 'partition', 'offset', 'message_index'] -%}
        {%- do found.append((alias ~ '.' if alias else '') ~ column) -%}
    {%- endfor -%}
    {{- return(found) -}}
{%- endmacro -%}
