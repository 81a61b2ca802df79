{#- A query: the tables of which the log has row changes, from source_tables. -#}
{%- macro known_tables(tables, which='true') -%}
select {{ changefeed.source_table_columns() | join(', ') }}
from {{ tables }}
where feed <> '' and {{ which }}
{%- endmacro -%}
