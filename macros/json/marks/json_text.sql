{#- A text in JSON's quotes. Few texts have a character that needs an escape. -#}
{%- macro json_text(text) -%}
get(
    transform(
        array({{ text }}),
        plain -> if(plain rlike r'["\\\x00-\x1f]', regexp_extract(to_json(array(plain)), r'(?s)^.(.*).$', 1), concat('"', plain, '"'))
    ),
    0
)
{%- endmacro -%}
