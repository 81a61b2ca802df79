{#-
Of a feed's options those by which its values are read, with their defaults, in one order: two texts that read alike
give the same.
-#}
{%- macro options_for_types(dialect_name, options) -%}
    {%- set dialect = changefeed.dialects() | selectattr('name', 'equalto', dialect_name) | first -%}
    {%- if not dialect -%}{{- return(options or '') -}}{%- endif -%}
    {%- set given = changefeed.feed_of_dialect(dialect, options=options).options -%}
    {%- set words = [] -%}
    {%- for name, option in dialect.get('options', {}).items() if option.is_for_types -%}
        {%- do words.append(name ~ '=' ~ given[name]) -%}
    {%- endfor -%}
    {{- return(words | join(' ')) -}}
{%- endmacro -%}
