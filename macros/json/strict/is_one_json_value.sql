{#-
Whether a text is one JSON value and nothing else. The text is parsed as a member, before a member whose name is a
digest of the text. No text can hold its own digest, so no text can close the object around it and still have that
member.
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
