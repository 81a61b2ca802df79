{#- A source column type in its parts: "decimal(10,2) unsigned" → base decimal, arguments ['10', '2'], is_unsigned. -#}
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
    {{- return({'base': head, 'arguments': arguments, 'is_unsigned': 'unsigned' in (text | lower).split(')')[-1]}) -}}
{%- endmacro -%}
