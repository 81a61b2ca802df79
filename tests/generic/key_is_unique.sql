{% test key_is_unique(model, columns) %}

{{ config(tags=['changefeed_daily'], description='No two rows of the table have the same values in these columns, and none of the values is NULL.') }}

{%- set names = [] -%}
{%- for name in columns -%}
    {%- do names.append(changefeed.quoted_name(name) | trim) -%}
{%- endfor %}

select
    {{ names | join(', ') }},
    count(*) as rows
from {{ model }}
group by {{ names | join(', ') }}
having count(*) > 1 or {{ names | join(' is null or ') }} is null

{% endtest %}
