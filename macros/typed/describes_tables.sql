{#- Whether a change of the log may describe tables: a condition by which most of it is passed over. -#}
{%- macro describes_tables() -%}
reason is null and operation not in ({{ changefeed.sql_strings(changefeed.row_operations()) }}) and column_types is not null
{%- endmacro -%}
