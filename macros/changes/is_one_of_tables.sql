{#- Whether rows are of one of some tables: rows of a query, each with the parts of the table's name. -#}
{%- macro is_one_of_tables(tables) -%}
    {%- set found = [] -%}
    {%- for table in tables -%}
        {%- set is_of_table = [] -%}
        {%- for part in changefeed.source_table_columns() -%}{%- do is_of_table.append(part ~ ' = ' ~ changefeed.sql_string(table[part])) -%}{%- endfor -%}
        {%- do found.append(is_of_table | join(' and ')) -%}
    {%- endfor -%}
    {{- return(found | join(' or ')) -}}
{%- endmacro -%}
