{#-
The row of debezium_own_types() that has a name, by the last part of the name. A name that the list lacks has the row of
a text.
-#}
{%- macro debezium_own_type(name) -%}
    {%- set base = name.split('.')[-1] -%}
    {%- set found = namespace(row=none) -%}
    {%- for row in changefeed.debezium_own_types() if found.row is none -%}
        {%- if base == row.type or base in row.get('synonyms', []) -%}{%- set found.row = row -%}{%- endif -%}
    {%- endfor -%}
    {{- return(found.row or {'type': base, 'kind': 'text', 'spark': 'string', 'form': 'the text'}) -}}
{%- endmacro -%}
