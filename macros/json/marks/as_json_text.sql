{#- A value of marked_members() as the JSON text that was sent. -#}
{%- macro as_json_text(value) -%}
if(
    {{ changefeed.is_marked_text(value) }} or {{ changefeed.is_plain_text(value) }},
    {{ changefeed.json_text(changefeed.unmarked_text("if(" ~ changefeed.is_marked_text(value) ~ ", substr(" ~ value ~ ", 5), " ~ value ~ ")")) | indent(4) }},
    {{ changefeed.not_string_as_json_text(value) | indent(4) }}
)
{%- endmacro -%}
