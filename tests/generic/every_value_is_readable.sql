{% test every_value_is_readable(model) %}

{{ config(severity='warn', description='No value of a typed table was too much for its column\'s type.') }}

select
    column_name,
    text,
    count(*) as rows
from (select explode(_unreadable) as (column_name, text) from {{ model }})
group by column_name, text

{% endtest %}
