{#- Whether a dialect writes ENUM as numbers. -#}
{%- macro numbers_labels(dialect) -%}
    {%- set found = [] -%}
    {%- for entry in dialect.get('types', {}).values() if entry and entry.get('readers', {}).get('enum') == 'mysql_enum' -%}
        {%- do found.append(true) -%}
    {%- endfor -%}
    {{- return(found | length > 0) -}}
{%- endmacro -%}
