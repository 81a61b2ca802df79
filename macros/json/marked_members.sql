{#-
The members of a JSON object's text, with values as from_json() reads them of _values_marked(): a map; NULL where the text is not one JSON object and nothing else. Spark
alone takes quotes off texts and reads fractions as doubles. What follows the object it leaves unread, so one more must turn up that no text has.
-#}
{%- macro marked_members(text) -%}
get(
    transform(
        filter(
            transform(
                array({{ text }}),
                json -> struct(
                    json,
                    from_json(
                        concat('[', {{ changefeed._values_marked('json') | indent(24) }}, ',{"changefeed_end":1}]'),
                        'array<map<string,string>>',
                        {{ changefeed.json_options() }}
                    ) as objects
                )
            ),
            read -> size(read.objects) = 2 and read.objects[1]['changefeed_end'] = '1'
            and if(contains(read.json, 'changefeed_') or contains(read.json, r'\u00'), {{ changefeed.is_one_json_value('read.json') | indent(12) }}, true)
        ),
        read -> {{ changefeed._with_names_unmarked('read.objects[0]') }}
    ),
    0
)
{%- endmacro -%}


{#-
A JSON text in which every number that Spark does not read exactly (numbers_as_text()), and every text that begins as another JSON value does, is a text
with marks: of a number what stands between U+FDD0 1 and U+FDD0 2, of a text what follows both.
-#}
{%- macro _values_marked(json) -%}
regexp_replace(
    {{ changefeed.with_marks_doubled(json) | indent(4) }},
    r'\G((?:[^"\-0-9]*+(?:"(?![\-0-9a-fA-Ftn\[{\\])[^"\\]*+(?:\\.[^"\\]*+)*+"|"[^"\\]*+(?:\\.[^"\\]*+)*+"\s*+:|{{ changefeed.exact_integer() }}))*+[^"\-0-9]*+)(?:({{ changefeed.json_number() }})|"([^"\\]*+(?:\\.[^"\\]*+)*+)")',
    '$1"\uFDD01$2\uFDD02$3"'
)
{%- endmacro -%}


{#-
The members of a JSON object, or the items of a JSON array under their places, in their order: an array of structs, name and json, empty where the text is neither. Of a text that is known
to be JSON.
-#}
{%- macro json_parts(text) -%}
get(
    transform(
        array({{ changefeed._values_marked(text) | indent(8) }}),
        marked -> transform(
            coalesce(
                if(
                    startswith(marked, '['),
                    transform(from_json(marked, 'array<string>', {{ changefeed.json_options() }}), (value, place) -> struct(cast(place as string) as name, value)),
                    transform(map_entries({{ changefeed.json_object_of('marked') }}), member -> struct({{ changefeed.unmarked_text('member.key') }} as name, member.value))
                ),
                array()
            ),
            part -> struct(part.name, {{ changefeed.as_json_text('part.value') | indent(12) }} as json)
        )
    ),
    0
)
{%- endmacro -%}


{#- What from_json() made of a value of such a JSON text, as JSON text again. -#}
{%- macro as_json_text(value) -%}
if(
    {{ changefeed.is_marked_text(value) }} or {{ changefeed.is_plain_text(value) }},
    {{ changefeed.json_text(changefeed.unmarked_text("if(" ~ changefeed.is_marked_text(value) ~ ", substr(" ~ value ~ ", 5), " ~ value ~ ")")) | indent(4) }},
    {{ changefeed.no_text_as_json_text(value) | indent(4) }}
)
{%- endmacro -%}


{#- The same of one that is no text. -#}
{%- macro no_text_as_json_text(value) -%}
{%- set without -%}
regexp_replace(replace({{ value }}, '"\uFDD01\uFDD02', '"'), r'"\uFDD01([^"\uFDD0]*)\uFDD02"', '$1')
{%- endset -%}
case
    when {{ value }} is null then 'null'
    when startswith({{ value }}, '\uFDD01') then substr({{ value }}, 3, length({{ value }}) - 4)
    when contains({{ value }}, '\uFDD0')
        then {{ changefeed.unmarked_text(without) }}
    else {{ value }}
end
{%- endmacro -%}


{#- The members of a value of marked_members() that is an object: such members. NULL where it is none. -#}
{%- macro members_within(value) -%}
get(transform(array({{ changefeed.json_object_of(value) }}), members -> {{ changefeed._with_names_unmarked('members') }}), 0)
{%- endmacro -%}


{%- macro is_marked_text(value) -%}
startswith({{ value }}, '\uFDD01\uFDD02')
{%- endmacro -%}


{#- Whether a value is a text that begins as no other JSON value does, so that it has no mark. -#}
{%- macro is_plain_text(value) -%}
(not {{ value }} rlike r'^[-0-9tfn\[{]|^\x{FDD0}1')
{%- endmacro -%}


{#- A text in JSON's quotes. Few have a character that needs an escape. -#}
{%- macro json_text(text) -%}
get(
    transform(
        array({{ text }}),
        plain -> if(plain rlike r'["\\\x00-\x1f]', regexp_extract(to_json(array(plain)), r'(?s)^.(.*).$', 1), concat('"', plain, '"'))
    ),
    0
)
{%- endmacro -%}
