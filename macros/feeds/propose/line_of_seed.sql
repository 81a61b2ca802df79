{#-
A line of one of changefeed's seeds, as CSV, from texts (a list for key columns). seed_cell() gives the same texts
again, whatever they hold. The line has no line break and is printable.
-#}
{%- macro line_of_seed(texts) -%}
    {%- set cells = [] -%}
    {%- for text in texts -%}
        {%- set cell = changefeed._cell_of_seed(text) if text is string else changefeed._cell_of_keys(text) -%}
        {%- do cells.append('"' ~ cell | replace('"', '""') ~ '"' if modules.re.search('[",]|^ | $', cell) else cell) -%}
    {%- endfor -%}
    {{- return(cells | join(',')) -}}
{%- endmacro -%}


{#-
A text as it is, or after json: where dbt's reader of CSV would change it. That reader takes blanks and null for an
empty cell, and replaces line breaks by its own.
-#}
{%- macro _cell_of_seed(text) -%}
    {%- set is_kept = not text or text.isprintable() and text.strip() | lower not in ['', 'null'] and not text.startswith('json:') -%}
    {{- return(text if is_kept else 'json:' ~ tojson(text)) -}}
{%- endmacro -%}


{%- macro _cell_of_keys(names) -%}
    {%- set cell = names | join('|') -%}
    {%- set is_kept = not names or cell.split('|') == names | list and '' not in names and changefeed._cell_of_seed(cell) == cell -%}
    {{- return(cell if is_kept else 'json:' ~ tojson(names | list)) -}}
{%- endmacro -%}
