{% test equals_source(model) %}

{{ config(tags=['changefeed_daily'], description='`changefeed compare` has compared the table with its source, and has proven no difference.') }}

{%- set nodes = graph.nodes.values() | selectattr('relation_name', 'equalto', model | string) | list if execute else [] -%}
{%- set table = changefeed.table_of_model(nodes[0]) if nodes else {'feed': '', 'table': ''} -%}
{%- set current_rows = ref('changefeed_current_rows') %}
select
    row_key,
    column_name,
    here,
    at_source,
    found_at
from {{ source('changefeed', 'differences') }}
where {{ changefeed.is_of_table(table) | indent(4) }}
    and verdict = 'proven'

union all

select
    null as row_key,
    null as column_name,
    'not compared yet: changefeed compare' as here,
    null as at_source,
    null as found_at
where not exists (
    select 1 from {{ source('changefeed', 'comparisons') }}
    where {{ changefeed.is_of_table(table) | indent(8) }}
)
{%- if table.shards %}

union all

select
    null as row_key,
    null as column_name,
    concat_ws('.', nullif(source_database, ''), nullif(source_schema, ''), source_table, 'not compared yet') as here,
    null as at_source,
    null as found_at
from (
    select distinct feed, source_database, source_schema, source_table
    from {{ current_rows }}
    where {{ changefeed.is_of_table(table) | indent(8) }}
) as shards
left anti join {{ source('changefeed', 'comparisons') }} using (feed, source_database, source_schema, source_table)
{%- endif %}

{% endtest %}
