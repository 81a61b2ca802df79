{#- The names of the dialects whose messages are read as a given envelope. -#}
{%- macro names_of_readers(dialects, envelope) -%}
    {%- set found = [] -%}
    {%- for dialect in dialects if dialect.envelope.name == envelope -%}
        {%- do found.append(dialect.name) -%}
    {%- endfor -%}
    {{- return(found) -}}
{%- endmacro -%}
