{#-
The names at the top level of a JSON object, each as often as the object has it. json_object_keys() is not enough: it
fails at a long number or name.
-#}
{%- macro top_level_names(text) -%}
coalesce(
    json_object_keys({{ text }}),
    map_keys(from_json({{ text }}, 'map<string,string>', {{ changefeed.json_options() }}))
)
{%- endmacro -%}
