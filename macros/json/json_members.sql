{#-
The members of a JSON object's text, each as the JSON text that it has: a map; NULL where the text is no object. Spark alone takes quotes off
texts and reads fractions as doubles, so both are marked first: numbers as numbers_as_text() does, texts with U+FDD0 and 2.
-#}
{%- macro json_members(text) -%}
get(
    transform(
        array({{ changefeed.json_object_of(changefeed._texts_marked(changefeed.numbers_as_text(text))) }}),
        marked -> transform_values({{ changefeed._with_names_unmarked('marked') }}, (name, value) -> {{ changefeed._as_json_text('value') }})
    ),
    0
)
{%- endmacro -%}


{#- A JSON text in which every text that is a value stands behind a mark. -#}
{%- macro _texts_marked(json) -%}
regexp_replace(
    {{ json }},
    r'\G((?:[^"]++|"\uFDD01[^"]*+"|"[^"\\]*+(?:\\.[^"\\]*+)*+"\s*+:)*+)"([^"\\]*+(?:\\.[^"\\]*+)*+)"',
    '$1"\uFDD02$2"'
)
{%- endmacro -%}


{#- What from_json() made of a value of such a JSON text, as JSON text again. -#}
{%- macro _as_json_text(value) -%}
case
    when {{ value }} is null then 'null'
    when startswith({{ value }}, '\uFDD02') then {{ changefeed.json_text("replace(substr(" ~ value ~ ", 3), '\\uFDD00', '\\uFDD0')") }}
    when startswith({{ value }}, '\uFDD01') then substr({{ value }}, 3)
    when contains({{ value }}, '\uFDD0')
        then replace(regexp_replace(replace({{ value }}, '"\uFDD02', '"'), r'"\uFDD01([^"]*)"', '$1'), '\uFDD00', '\uFDD0')
    else {{ value }}
end
{%- endmacro -%}


{#- A text in JSON's quotes. -#}
{%- macro json_text(text) -%}
regexp_extract(to_json(array({{ text }})), r'(?s)^.(.*).$', 1)
{%- endmacro -%}
