{#- The distinct JSON envelopes of the dialects: name → fields of the struct that from_json reads. -#}
{%- macro envelopes() -%}
    {%- set found = {} -%}
    {%- for dialect in changefeed.dialects() -%}
        {%- do found.update({dialect.envelope: dialect.fields}) -%}
    {%- endfor -%}
    {{- return(found) -}}
{%- endmacro -%}
