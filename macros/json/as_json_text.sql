{#- What from_json() made of a value of such a JSON text, as JSON text again. -#}
{%- macro as_json_text(value) -%}
if(
    {{ changefeed.is_marked_text(value) }} or {{ changefeed.is_plain_text(value) }},
    {{ changefeed.json_text(changefeed.unmarked_text("if(" ~ changefeed.is_marked_text(value) ~ ", substr(" ~ value ~ ", 5), " ~ value ~ ")")) | indent(4) }},
    {{ changefeed.not_string_as_json_text(value) | indent(4) }}
)
{%- endmacro -%}
