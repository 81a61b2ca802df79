{#- The options of a dialect as a person reads them: name=value or other, where there is a closed list. -#}
{%- macro options_in_words(dialect) -%}
    {%- set words = [] -%}
    {%- for name, option in dialect.get('options', {}).items() -%}
        {%- do words.append(name ~ '=' ~ (option.get('values', ['…']) | join('|'))) -%}
    {%- endfor -%}
    {{- return(words | join(', ')) -}}
{%- endmacro -%}
