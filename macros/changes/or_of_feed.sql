{#-
The name of a message's database or schema (`part`); where the message names none, that of its feed's line, or ''.
-#}
{%- macro or_of_feed(name, part) -%}
coalesce(nullif({{ name }}, ''), {{ part }}_override, '')
{%- endmacro -%}
