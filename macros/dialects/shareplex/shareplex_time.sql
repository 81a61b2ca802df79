{#- A time of SharePlex's JSON, such as `2024-06-01T11:00:42`. With a Z the time is in UTC, else in the zone `zone`. -#}
{%- macro shareplex_time(text, zone) -%}
if(
    {{ text }} rlike r'^[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}:[0-9]{2}([.][0-9]{1,9})?Z?\z',
    try_cast(concat(replace(rtrim('Z', {{ text }}), 'T', ' '), ' ', if(endswith({{ text }}, 'Z'), 'UTC', {{ zone }})) as timestamp),
    null
)
{%- endmacro -%}
