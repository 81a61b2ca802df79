{#-
The table actions of each table as one struct (table_actions), with all its declared full loads. swept_before is the
last of them.
-#}
{%- macro actions_of_tables(actions) -%}
{%- set table = changefeed.source_table_columns() | join(', ') -%}
select {{ table }}, struct(last_reset, last_reset_by_partition, resets, column_actions, swept_before, sweeps) as table_actions
from {{ actions }}
{%- endmacro -%}
