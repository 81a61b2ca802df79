{#-
One strict parse of a message: a struct of what was read (changefeed_message) and of Spark's note that it could not read
all (unread). from_json alone takes what follows the first JSON value for nothing, so the text is read as the first of
two array elements of which the second must turn up (is_whole), and what it cannot read it leaves empty, so the note
must be empty too.
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
