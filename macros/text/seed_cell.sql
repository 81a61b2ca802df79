{#-
The text that a cell of changefeed's seeds means: its own text, or the text of the JSON string after `json:` (for names
that a cell cannot hold as they are, line_of_seed()). A cell of key_columns stays as it is: it may have a JSON list
after `json:`, which the view feed_settings reads.
-#}
{%- macro seed_cell(cell, column='') -%}
    {%- if cell is none or not cell.startswith('json:') or column == 'key_columns' -%}
        {{- return(cell) -}}
    {%- endif -%}
    {%- set text = fromjson(cell[5:]) -%}
    {%- if text is not string -%}
        {{- exceptions.raise_compiler_error('a cell of a seed begins with json:, but no JSON text follows: ' ~ cell) -}}
    {%- endif -%}
    {{- return(text) -}}
{%- endmacro -%}
