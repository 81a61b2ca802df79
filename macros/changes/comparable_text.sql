{#- The text of a value in a key. `like` is SQL of the same value after a change of key. -#}
{%- macro comparable_text(text, type, like=none) -%}
case
    {%- if like %}
    when {{ text }} rlike r'^-?[0-9]{1,17}([.][0-9]{1,17})?\z' and {{ like }} rlike r'^(?![-0-9.]+\z)(?:[A-Za-z0-9+/]{4})*+([A-Za-z0-9+/]{2}[A-Za-z0-9+/=]=)?\z|^[{]"scale":'
        and lower({{ type }}) rlike r'^(decimal|dec|numeric|number)\b|[.](variablescale)?decimal\b'
        then {{ changefeed._as_bytes(text, like, type) | indent(8) }}
    {%- endif %}
    when {{ changefeed.is_number_text(text) }} and not {{ text }} rlike r'^(0|-?[1-9][0-9]*)\z'
        and {{ changefeed.is_number_type('lower(' ~ type ~ ')') }}
        then {{ changefeed.comparable_number(text) | indent(8) }}
    else {{ text }}
end
{%- endmacro -%}


{#- A number as Debezium writes the bytes of a decimal, in the form of another value of its column. -#}
{%- macro _as_bytes(text, like, type) -%}
transform(
    array(struct(
        split({{ text }}, '[.]') as parts,
        try_cast(regexp_extract(lower({{ type }}), r'^[a-z]+ *[(] *[0-9]+ *, *([0-9]+)|[.]decimal[(]([0-9]+)', 1) as int) as scale
    )),
    number -> transform(
        array(hex(try_cast(concat(number.parts[0], rpad(coalesce(get(number.parts, 1), ''), coalesce(number.scale, length(get(number.parts, 1)), 0), '0')) as bigint))),
        hex -> transform(
            array(base64(unhex(if(
                startswith({{ text }}, '-'),
                regexp_replace(hex, '^(?:FF(?=[89A-F]))++', ''),
                concat(if(length(hex) % 2 = 1, '0', if(hex rlike '^[89A-F]', '00', '')), hex)
            )))),
            bytes -> if(
                startswith({{ like }}, '{'),
                concat('{"scale":', coalesce(number.scale, length(get(number.parts, 1)), 0), ',"value":"', bytes, '"}'),
                bytes
            )
        )[0]
    )[0]
)[0]
{%- endmacro -%}
