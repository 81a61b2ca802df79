{#-
The names at the top level of a JSON object, each as often as it stands there. json_object_keys() gives up where it
finds a long number or name.
-#}
{%- macro top_level_names(text) -%}
coalesce(
    json_object_keys({{ text }}),
    map_keys(from_json({{ text }}, 'map<string,string>', {{ changefeed.json_options() }}))
)
{%- endmacro -%}
