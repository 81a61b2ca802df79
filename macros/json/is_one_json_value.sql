{#-
Whether a text is one JSON value and nothing else. No text can hold a number made of itself, so none can close what is
around it and go on.
-#}
{%- macro is_one_json_value(text) -%}
coalesce(
    map_keys(from_json(
        concat('{"value":', {{ text }}, ',"', sha2({{ text }}, 256), '":1}'),
        'map<string,string>',
        {{ changefeed.json_options() }}
    )) = array('value', sha2({{ text }}, 256)),
    false
)
{%- endmacro -%}
