{#-
A time as text, `2024-06-01 11:00:42.5`, also with a T or a colon after the day. It is in UTC where a Z follows, else in
`zone`. Digits finer than a microsecond are cut off.
-#}
{%- macro text_to_timestamp(text, zone) -%}
if(
    {{ text }} rlike r'^[0-9]{4}-[0-9]{2}-[0-9]{2}[ T:][0-9]{2}:[0-9]{2}:[0-9]{2}([.][0-9]{1,9})?Z?\z',
    try_cast(concat(left({{ text }}, 10), ' ', rtrim('Z', substr({{ text }}, 12)), ' ', if(endswith({{ text }}, 'Z'), 'UTC', {{ zone }})) as timestamp),
    null
)
{%- endmacro -%}
