{#- The envelopes of some dialects, by name. An envelope that several dialects share is there once. -#}
{%- macro envelopes(dialects) -%}
    {%- set found = {} -%}
    {%- for dialect in dialects -%}
        {%- do found.update({dialect.envelope.name: dialect.envelope}) -%}
    {%- endfor -%}
    {{- return(found) -}}
{%- endmacro -%}
