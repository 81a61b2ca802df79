{#-
The clause that describes a column in `create table`; '' without a description. A metastore that keeps the columns
itself takes 256 characters.
-#}
{%- macro column_comment(description) -%}
    {%- set said = description | default('', true) -%}
    {%- set short = said.split() | join(' ') | truncate(250, false, ' …', 0) -%}
    {{- return(' comment ' ~ changefeed.sql_string(changefeed.of_format('column comments', {'delta': said, 'iceberg': short})) if said else '') -}}
{%- endmacro -%}
