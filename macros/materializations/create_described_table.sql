{#-
The statement that makes a model's table with the columns that its yml describes, partitioned and with the properties as
its config says, if it says so.
-#}
{%- macro create_described_table(relation) -%}
create or replace table {{ relation }} (
{%- for column in model.columns.values() %}
    `{{ column.name }}` {{ column.data_type }}{{ changefeed.column_comment(column.description) }}{{ ',' if not loop.last }}
{%- endfor %}
)
using {{ changefeed.file_format() }}
{{ 'partitioned by (' ~ config.get('partition_by') | join(', ') ~ ')' if config.get('partition_by') }}
{{ 'comment ' ~ changefeed.sql_string(model.description) if model.description }}
{{ changefeed.properties_as_sql(dict(config.get('tblproperties') or {}, **changefeed.properties_of_identity())) }}
{%- endmacro -%}
