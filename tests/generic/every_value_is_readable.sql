{% test every_value_is_readable(model) %}

{{ config(severity='warn', description='No value of a typed table was too much for its column\'s type.') }}

select
    name as column_name,
    text,
    count(*) as rows
from {{ model }}
lateral view explode(_unreadable) as name, text
group by name, text

{% endtest %}
