{#-
An image in which each value of a known source type has one text, however it was written. Two values that the source
tells apart never get one text. A value of an unknown or of another type stays, and so does a value that is not written
as its type is. Of JSON types, only those count that keep a value, not a text. Spark puts the members of JSON in order,
but would round the numbers: so numbers are texts behind a mark while it does.
-#}
{%- macro comparable_image(image, types, source_kind='source_kind') -%}
transform_values(
    {{ image }},
    (name, text) -> if(text is null or {{ types }}[name] is null, text, transform(
        array(lower({{ types }}[name])),
        type -> case
            when {{ changefeed.is_number_type('type') }}
                then {{ changefeed.comparable_number('text', "coalesce(try_cast(regexp_extract(type, r'^[a-z]+ *[(] *[0-9]+ *, *([0-9]{1,3}) *[)]', 1) as int), 0)") | indent(16) }}
            when type rlike r'^(time|date|smalldate)(stamp|time)?[0-9]?(offset|tz)?\b|[.](zoned|iso)(time|timestamp)\b'
                then regexp_replace(regexp_replace(text, r'(:[0-9]{2})[.]0+(?![0-9])', '$1'), r'(:[0-9]{2}[.][0-9]*[1-9])0+(?![0-9])', '$1')
            when type rlike r'^(national )?(character|char|nchar|bpchar) *([(]|$)'
                then rtrim(' ', text)
            when not contains(lower(text), r'\ufdd0') and not contains(text, '\uFDD0') and (
                type = 'jsonb'
                or type = 'json' and {{ source_kind }} not in ('postgresql', 'mariadb')
                or type rlike r'[.]json\b' and {{ source_kind }} = 'mysql'
            ) then coalesce(
                regexp_replace(to_json(try_parse_json(array_join(
                    transform(
                        regexp_extract_all(text, r'"(?:[^"\\]++|\\[\s\S])*+(?:"|\\?+\z)|-?[0-9][-+0-9.eE]*+|[^"0-9-]++|-', 0),
                        token -> if(
                            token rlike r'^-?[0-9]',
                            concat('"\uFDD0', {{ changefeed.comparable_number('token') | indent(28) }}, '"'),
                            token
                        )
                    ),
                    ''
                ))), '"\uFDD0([^"]*)"', '$1'),
                text
            )
            else text
        end
    )[0])
)
{%- endmacro -%}
