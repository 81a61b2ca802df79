{#-
The row of a family's list that a source type names. The type is found by its words without arguments, or by the first
word where the others are attributes (`unsigned`, `character set …`). None where the list lacks it.
-#}
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
    {#- A `timestamp(6) with … zone` is in the list by its whole name, or it is not known: it is no `timestamp`. -#}
    {{- return(none if found.row and ' zone' in words and ' zone' not in found.row.type and words not in found.row.get('synonyms', []) else found.row) -}}
{%- endmacro -%}


{#- The row of a list that has this name, none where no row has it. -#}
{%- macro _row_called(name, rows) -%}
    {%- for row in rows if row.type == name or name in row.get('synonyms', []) -%}
        {{- return(row) -}}
    {%- endfor -%}
    {{- return(none) -}}
{%- endmacro -%}
