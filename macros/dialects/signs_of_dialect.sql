{#- The members that a message of a dialect must have, and those that it usually has: a list of lists, of each of which it has one. -#}
{%- macro signs_of_dialect(dialect) -%}
    {%- set found = [] -%}
    {%- for sign in dialect.signature.has + dialect.signature.usually_has | default([]) -%}
        {%- do found.append([sign] if sign is string else sign) -%}
    {%- endfor -%}
    {{- return(found) -}}
{%- endmacro -%}
