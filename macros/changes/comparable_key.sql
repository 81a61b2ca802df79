{#-
The text of a row's key, with one text for each value as far as types are known: 5, 5.0 and 005 of a type of numbers are
one key. `type` is SQL of the type of the column k. It is looked at only where a text is a number in another form than
this one. `like` is SQL of the image after a change of key, for the image before it. Kafka Connect writes the key before
a change into a header, where a decimal is a number, {"no":2}, beside the bytes of the row's own key, {"no":"Aw=="}:
then the number is written as these are.
-#}
{%- macro comparable_key(key_columns, image, type, fallback=none, like=none) -%}
{%- set text = image ~ '[k]' if fallback is none else 'coalesce(' ~ image ~ '[k], if(map_contains_key(' ~ image ~ ', k), null, ' ~ fallback ~ '[k]))' -%}
to_json(transform({{ key_columns }}, k -> transform(
    array({{ text }}),
    text -> case
        {%- if like %}
        when text rlike r'^-?[0-9]{1,17}([.][0-9]{1,17})?\z' and {{ like }}[k] rlike r'^(?![-0-9.]+\z)(?:[A-Za-z0-9+/]{4})*+([A-Za-z0-9+/]{2}[A-Za-z0-9+/=]=)?\z|^[{]"scale":'
            and lower({{ type }}) rlike r'^(decimal|dec|numeric|number)\b|[.](variablescale)?decimal\b'
            then {{ changefeed._as_bytes('text', like ~ '[k]', type) | indent(12) }}
        {%- endif %}
        when {{ changefeed.is_number_text('text') }} and not text rlike r'^(0|-?[1-9][0-9]*)\z'
            and {{ changefeed.is_number_type('lower(' ~ type ~ ')') }}
            then {{ changefeed.comparable_number('text') | indent(12) }}
        else text
    end
)[0]))
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
