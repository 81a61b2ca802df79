{#-
One strict parse of a message: a struct of what was read (changefeed_message) and of Spark's note that it could not read all (unread).
from_json alone takes what follows the first JSON value for nothing, so the text is read as the first of two array elements of which
the second must turn up (is_whole), and what it cannot read it leaves empty, so the note must be empty too.
-#}
{%- macro parse_json(text, type) -%}
from_json(
    concat(
        '{"changefeed_message":[',
        if(has_fractions, {{ changefeed.numbers_as_text(text) | indent(8) }}, {{ text }}),
        ',{"changefeed_end":1}]}'
    ),
    'changefeed_message array<{{ type }}>, unread string',
    {{ changefeed.json_options("'columnNameOfCorruptRecord', 'unread'") }}
)
{%- endmacro -%}


{#- How JSON is read everywhere: as its standard says, texts and numbers of any length. Jackson's limits of 1,000 levels and names of 50,000 characters stay. -#}
{%- macro json_options(more=none) -%}
map(
    {{- "'allowSingleQuotes', 'false', 'allowNonNumericNumbers', 'false', 'maxStringLen', '2147483647', 'maxNumLen', '2147483647'" ~ (', ' ~ more if more) -}}
)
{%- endmacro -%}


{#-
Whether what parse_json() read is one value and nothing else. A text that itself names what parse_json() puts around it
(`\u00` begins the escapes of these letters), and one of which a member was not read, is asked whether it is one JSON value.
-#}
{%- macro is_whole(parsed, text, envelope) -%}
(
    size({{ parsed }}.changefeed_message) = 2
    and {{ parsed }}.changefeed_message[1]{{ "['changefeed_end'] = '1'" if envelope.format == 'json_map' else '.changefeed_end = 1' }}
    and if(
        {{ parsed }}.unread is not null
        or contains({{ text }}, 'changefeed_')
        or contains({{ text }}, r'\u00'),
        {{ changefeed.is_one_json_value(text) | indent(8) }},
        true
    )
)
{%- endmacro -%}


{#- Whether a text is one JSON value and nothing else. No text can hold a number made of itself, so none can close what is around it and go on. -#}
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


{#- The names at the top level of a JSON object, each as often as it stands there. json_object_keys() gives up where it finds a long number or name. -#}
{%- macro top_level_names(text) -%}
coalesce(
    json_object_keys({{ text }}),
    map_keys(from_json({{ text }}, 'map<string,string>', {{ changefeed.json_options() }}))
)
{%- endmacro -%}


{#- Whether a map that was parsed from JSON names a key twice: Spark keeps both, and what builds a map of it fails. -#}
{%- macro repeats_a_name(map) -%}
(size(array_distinct(map_keys({{ map }}))) <> size({{ map }}))
{%- endmacro -%}


{#- A member's JSON text as a map; NULL where it is no object. -#}
{%- macro json_object_of(text) -%}
from_json({{ text }}, 'map<string,string>', {{ changefeed.json_options() }})
{%- endmacro -%}
