{#- What is parsed of messages of some dialects: the envelopes by name, once where several dialects share one. -#}
{%- macro envelopes(dialects) -%}
    {%- set found = {} -%}
    {%- for dialect in dialects -%}
        {%- do found.update({dialect.envelope.name: dialect.envelope}) -%}
    {%- endfor -%}
    {{- return(found) -}}
{%- endmacro -%}
