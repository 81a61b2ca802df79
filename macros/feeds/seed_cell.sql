{#-
What a cell of changefeed's seeds stands for: its text, or behind `json:` the text that a JSON string gives, for names
that a cell cannot hold as they are (cell_of_seed). key_columns may have a JSON list there, which the view feed_settings
reads.
-#}
{%- macro seed_cell(cell, column='') -%}
    {%- if cell is none or not cell.startswith('json:') or column == 'key_columns' -%}
        {{- return(cell) -}}
    {%- endif -%}
    {%- set text = fromjson(cell[5:]) -%}
    {%- if text is not string -%}
        {{- exceptions.raise_compiler_error('a cell of a seed begins with json: and is no JSON text: ' ~ cell) -}}
    {%- endif -%}
    {{- return(text) -}}
{%- endmacro -%}
