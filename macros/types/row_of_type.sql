{#- The row of a family's list that a source type names, by its words without arguments, or the first of them where the rest are attributes (`unsigned`, `character set …`); none where there is none. -#}
{%- macro row_of_type(family, source_type) -%}
    {%- set parts = changefeed.source_type(source_type) -%}
    {%- set rows = changefeed.type_families()[family]() -%}
    {%- set words = modules.re.sub('\\b(unsigned|signed|zerofill)\\b', ' ', parts.name.split('<')[0]).split() | join(' ') -%}
    {%- if words.endswith('for bit data') -%}{{ return(changefeed._row_called('for bit data', rows)) }}{%- endif -%}
    {%- if family in ('postgresql', 'gaussdb') and (words.endswith('[]') or words.startswith('_') and changefeed._row_called(words[1:], rows)) -%}
        {{ return({'type': 'array', 'kind': 'text', 'examples': ['{1,2}']}) }}
    {%- endif -%}
    {%- set found = namespace(row=none) -%}
    {%- set split = words.split(' ') -%}
    {%- for n in range(split | length, 0, -1) if found.row is none -%}
        {%- set name = split[:n] | join(' ') -%}
        {%- set found.row = changefeed._row_called(name, rows) -%}
    {%- endfor -%}
    {#- `timestamp(6) with … zone` that is not in the list by its whole name is no `timestamp`. -#}
    {{- return(none if found.row and ' zone' in words and ' zone' not in found.row.type and words not in found.row.get('synonyms', []) else found.row) -}}
{%- endmacro -%}


{#- The row of a list that has this name; none where there is none. -#}
{%- macro _row_called(name, rows) -%}
    {%- for row in rows if row.type == name or name in row.get('synonyms', []) -%}
        {{- return(row) -}}
    {%- endfor -%}
    {{- return(none) -}}
{%- endmacro -%}
