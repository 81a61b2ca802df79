{#- The column with the values of messages: value_text where any dialect sends JSON, else value. -#}
{%- macro value_column(dialects) -%}
    {{- return('value_text' if dialects | rejectattr('envelope.format', 'equalto', 'avro') | list else 'value') -}}
{%- endmacro -%}
