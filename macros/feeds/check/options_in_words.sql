{#- The options of a dialect for people: name=value or other value, where the list of values is closed. -#}
{%- macro options_in_words(dialect) -%}
    {%- set words = [] -%}
    {%- for name, option in dialect.get('options', {}).items() -%}
        {%- do words.append(name ~ '=' ~ (option.get('values', ['…']) | join('|'))) -%}
    {%- endfor -%}
    {{- return(words | join(', ')) -}}
{%- endmacro -%}
