{{
    config(
        description='A typed table with on_schema_change: fail has the columns of its source as they are now. The column `refused` says what changed, and how to accept it.'
    )
}}

{#- dbt skips what depends on all that a failing test reads: on this view nothing does. -#}
{%- do ref('changefeed_schema_changes') %}
{%- do ref('changefeed_source_columns') %}
{%- do ref('changefeed_table_columns') %}
{%- set found = changefeed.refused_changes() if execute else [] %}

{%- if found %}
select *
from
    values
    {%- for each in found %}
    ({{ changefeed.sql_strings(each) }}){{ ',' if not loop.last }}
    {%- endfor %}
        as found (model, feed, source_table, refused)
{%- else %}
select feed
from {{ ref('changefeed_schema_changes') }}
where false
{%- endif %}
