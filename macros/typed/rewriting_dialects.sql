{#- The names of the dialects in which the meaning of a text can depend on the type with which it was written. -#}
{%- macro rewriting_dialects() -%}
    {%- set names = [] -%}
    {%- for dialect in changefeed.dialects() if dialect.rewrite is defined -%}{%- do names.append(dialect.name) -%}{%- endfor -%}
    {{- return(names) -}}
{%- endmacro -%}
