{#- A number with its noun: 1 message, 2 messages. -#}
{%- macro counted(number, noun) -%}
    {{- return(number ~ ' ' ~ noun ~ ('s' if number != 1)) -}}
{%- endmacro -%}
