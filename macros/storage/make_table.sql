{#- A statement: makes a table of what a query gives now, in the place of one of that name. -#}
{%- macro make_table(relation, sql) -%}
    {{- return('create or replace table ' ~ relation ~ ' using ' ~ changefeed.file_format() ~ ' as ' ~ sql) -}}
{%- endmacro -%}
