{#- A row as people see it. For the given feeds it is with_paths() of the row, for all others the row itself. -#}
{%- macro whole_row(row, feeds) -%}
{%- if feeds -%}
if(feed in ({{ changefeed.sql_strings(feeds) }}), {{ changefeed.with_paths(row) }}, {{ row }})
{%- else -%}
{{ row }}
{%- endif -%}
{%- endmacro -%}
