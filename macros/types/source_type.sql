{#-
The parts of a source type. "decimal(10,2) unsigned" has the base decimal, the arguments ['10', '2'], and is_unsigned.
`name` is all but the arguments, for families whose names have several words: "timestamp(6) with time zone" is timestamp
with time zone.
-#}
{%- macro source_type(text) -%}
    {%- set text = text | trim -%}
    {%- set head = text.split('(')[0].split(' ')[0] | lower -%}
    {%- set inside = modules.re.match('[^(]*[(](.*)[)]', text, modules.re.DOTALL) -%}
    {%- set arguments = [] -%}
    {%- if inside -%}
        {%- for quoted, plain in modules.re.findall("'((?:[^']|'')*)'|([^',]+)", inside.group(1)) -%}
            {%- do arguments.append(plain | trim if plain else quoted | replace("''", "'")) -%}
        {%- endfor -%}
    {%- endif -%}
    {%- set name = modules.re.sub('[(][^)]*[)]', ' ', text | lower).split() | join(' ') -%}
    {{- return({'base': head, 'name': name | replace(' []', '[]'), 'arguments': arguments, 'is_unsigned': 'unsigned' in (text | lower).split(')')[-1]}) -}}
{%- endmacro -%}
