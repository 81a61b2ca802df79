{#-
One strict parse of a message: a struct of changefeed_message (what was read) and unread (Spark's note that it could not
read all). from_json ignores what follows the first JSON value. So the text is read as the first of two array elements,
and the second must be read too (is_whole()). from_json also leaves a member that it cannot read empty, so the note must
be empty too.
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
