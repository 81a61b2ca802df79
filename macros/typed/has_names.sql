{#-
Whether rows are those of a table called so; with `shards`, of any whose names the patterns fit (* is any text, ? one
character).
-#}
{%- macro has_names(table) -%}
{%- for name in ['database', 'schema', 'table'] -%}
source_{{ name }} {{ changefeed._is_called(table[name] or '', table.shards) }}
{%- if not loop.last %}
and {% endif %}
{%- endfor -%}
{%- endmacro -%}


{%- macro _is_called(name, may_be_pattern) -%}
    {%- if may_be_pattern and ('*' in name or '?' in name) -%}
        {%- set pattern = name | replace('\\', '\\\\') | replace('%', '\\%') | replace('_', '\\_') | replace('*', '%') | replace('?', '_') -%}
        like {{ changefeed.sql_string(pattern) }}
    {%- else -%}
        = {{ changefeed.sql_string(name) }}
    {%- endif -%}
{%- endmacro -%}
