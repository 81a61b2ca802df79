{#- A query of literals: feed, first_at. -#}
{%- macro as_spans(feeds) -%}
    {%- set rows = [] -%}
    {%- for row in feeds -%}{%- do rows.append('(' ~ changefeed.sql_string(row['feed']) ~ ', timestamp ' ~ changefeed.sql_string(row['first_at']) ~ ')') -%}{%- endfor -%}
    select * from values {{ rows | join(', ') }} as spans (feed, first_at)
{%- endmacro -%}
