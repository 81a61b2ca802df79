{#-
Whether rows are those of a table called so; with `shards`, of any whose names the patterns fit (* is any text, ? one
character).
-#}
{%- macro has_names(table, names=['database', 'schema', 'table']) -%}
{%- for name in names -%}
{%- set pattern = table[name] or '' -%}
{{ changefeed.like_pattern('source_' ~ name, pattern) if table.shards and changefeed.is_pattern(pattern) else 'source_' ~ name ~ ' = ' ~ changefeed.sql_string(pattern) }}
{%- if not loop.last %}
and {% endif %}
{%- endfor -%}
{%- endmacro -%}
