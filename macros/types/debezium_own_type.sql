{#- The row of debezium_own_types() of a name, by its last part; that of a text for a name that is not there. -#}
{%- macro debezium_own_type(name) -%}
    {%- set base = name.split('.')[-1] -%}
    {%- set found = namespace(row=none) -%}
    {%- for row in changefeed.debezium_own_types() if found.row is none -%}
        {%- if base == row.type or base in row.get('synonyms', []) -%}{%- set found.row = row -%}{%- endif -%}
    {%- endfor -%}
    {{- return(found.row or {'type': base, 'kind': 'text', 'spark': 'string', 'form': 'the text'}) -}}
{%- endmacro -%}
