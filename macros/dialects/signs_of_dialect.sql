{#-
The signs of a dialect: the members that its messages have, and those that they usually have. Each sign is a list of
names, of which a message has at least one.
-#}
{%- macro signs_of_dialect(dialect) -%}
    {%- set found = [] -%}
    {%- for sign in dialect.signature.has + dialect.signature.usually_has | default([]) -%}
        {%- do found.append([sign] if sign is string else sign) -%}
    {%- endfor -%}
    {{- return(found) -}}
{%- endmacro -%}
