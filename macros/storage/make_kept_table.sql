{#-
A statement: makes a table of what a query gives now, in the place of a table of that name, with properties, in one
commit. It has only features that other engines read: of Delta no deletion vectors and no column mapping, of Iceberg no
files of deletes. `skips_by` are the columns by whose statistics queries skip files, `clustered_by` those by which rows
lie together. Iceberg keeps statistics of the first hundred columns by itself, and a property that names a column would
be in the way when that is gone. It has no clause for clustering without its SQL extensions: the rows are written in
that order, and compact() of changefeed/spark/storage.py goes on with it. Delta's feed of changes has to be switched on.
-#}
{%- macro make_kept_table(relation, sql, properties, skips_by, clustered_by=[], comment='', partition_by=[]) -%}
{%- set names = [] -%}
{%- for name in clustered_by -%}{%- do names.append(changefeed.quoted_name(name)) -%}{%- endfor -%}
{%- set own = changefeed.of_format('kept tables', {
    'delta': {
        'properties': dict(
            {'delta.enableChangeDataFeed': 'true', 'delta.autoOptimize.autoCompact': 'true'},
            **(changefeed.table_properties(skips_by) if skips_by else {})
        ),
        'clause': 'cluster by (' ~ names | join(', ') ~ ')',
        'order': '',
    },
    'iceberg': {
        'properties': {'changefeed.clustered_by': tojson(clustered_by)},
        'clause': '',
        'order': 'order by ' ~ names | join(', '),
    },
}) -%}
create or replace table {{ relation }}
using {{ changefeed.file_format() }}
{{ own.clause if clustered_by }}
{{ 'partitioned by (' ~ partition_by | join(', ') ~ ')' if partition_by }}
{{ location_clause() }}
{{ 'comment ' ~ changefeed.sql_string(comment) if comment }}
{{ changefeed.properties_as_sql(dict(own.properties, **properties)) }}
as
{{ 'select * from (' ~ sql ~ ') ' ~ own.order if clustered_by and own.order else sql }}
{%- endmacro -%}
