{#- A text of a message on one line: in quotes where something in it is not printable. -#}
{%- macro printable(text) -%}
    {{- return(text if text.isprintable() else tojson(text)) -}}
{%- endmacro -%}
