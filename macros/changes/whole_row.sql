{#- A row as people see it: made whole for those feeds, and as it is for all others. -#}
{%- macro whole_row(row, feeds) -%}
{%- if feeds -%}
if(feed in ({{ changefeed.sql_strings(feeds) }}), {{ changefeed.with_paths(row) }}, {{ row }})
{%- else -%}
{{ row }}
{%- endif -%}
{%- endmacro -%}
