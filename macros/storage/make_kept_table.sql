{#-
A statement: makes a table of what a query gives now, in the place of a table of that name, with properties, in one
commit. Its changes can be read (change data feed), and its small files are put together as it grows. It has only
features that other engines read: no deletion vectors, no column mapping. `skips_by` are the columns by whose statistics
queries skip files, `clustered_by` those by which rows lie together.
-#}
{%- macro make_kept_table(relation, sql, properties, skips_by, clustered_by=[], comment='') -%}
{%- set all_properties = dict(changefeed.of_format('properties of a kept table', {
    'delta': {'delta.enableChangeDataFeed': 'true', 'delta.autoOptimize.autoCompact': 'true'},
}), **(changefeed.table_properties(skips_by) if skips_by else {})) -%}
{%- do all_properties.update(properties) -%}
create or replace table {{ relation }}
using {{ changefeed.file_format() }}
{%- if clustered_by %}
cluster by ({% for name in clustered_by %}{{ changefeed.quoted_name(name) }}{{ ', ' if not loop.last }}{% endfor %})
{%- endif %}
{{ location_clause() }}
{{ 'comment ' ~ changefeed.sql_string(comment) if comment }}
{{ changefeed.properties_as_sql(all_properties) }}
as
{{ sql }}
{%- endmacro -%}
