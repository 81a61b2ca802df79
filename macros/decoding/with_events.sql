{#-
The dialects, among some, of which one message carries several events, each with a table and an operation of its own.
-#}
{%- macro with_events(dialects) -%}
    {{- return(dialects | selectattr('events', 'defined') | list) -}}
{%- endmacro -%}
