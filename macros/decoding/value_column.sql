{#- The column with the values of messages: as texts where any dialect's are. -#}
{%- macro value_column(dialects) -%}
    {{- return('value_text' if dialects | rejectattr('envelope.format', 'equalto', 'avro') | list else 'value') -}}
{%- endmacro -%}
