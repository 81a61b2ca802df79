{#- A text of a message on one line. It is in JSON's quotes where a character of it is not printable. -#}
{%- macro printable(text) -%}
    {{- return(text if text.isprintable() else tojson(text)) -}}
{%- endmacro -%}
