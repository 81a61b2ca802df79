{#-
The statement that makes a model's table with the columns that its yml describes, partitioned as its config says. With deletion
vectors a merge writes the rows that changed, without them the files that these rows are in.
-#}
{%- macro create_described_table(relation) -%}
create or replace table {{ relation }} (
{%- for column in model.columns.values() %}
    `{{ column.name }}` {{ column.data_type }}{{ ',' if not loop.last }}
{%- endfor %}
)
using delta
partitioned by ({{ config.require('partition_by') | join(', ') }})
tblproperties ('delta.enableDeletionVectors' = 'true')
{%- endmacro -%}
