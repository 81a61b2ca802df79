{#- The distinct JSON envelopes of some dialects: name → fields of the struct that from_json reads. -#}
{%- macro envelopes(dialects) -%}
    {%- set found = {} -%}
    {%- for dialect in dialects -%}
        {%- do found.update({dialect.envelope: dialect.fields}) -%}
    {%- endfor -%}
    {{- return(found) -}}
{%- endmacro -%}
