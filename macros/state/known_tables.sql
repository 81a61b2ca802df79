{#- A query: the tables of which the log has row changes, as source_tables has them. -#}
{%- macro known_tables(tables, which='true') -%}
select {{ changefeed.source_table_columns() | join(', ') }}
from {{ tables }}
where feed <> '' and {{ which }}
{%- endmacro -%}
