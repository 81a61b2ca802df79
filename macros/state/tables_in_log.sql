{#- A query: the tables of which the log has row changes. -#}
{%- macro tables_in_log(log, which='true') -%}
select distinct {{ changefeed.source_table_columns() | join(', ') }}
from {{ log }}
where operation in ('{{ changefeed.row_operations() | join("', '") }}') and {{ which }}
{%- endmacro -%}
