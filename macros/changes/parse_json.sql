{#-
One strict parse: from_json alone takes what follows the first JSON value for nothing, so the text is read as the first of
two array elements of which the second must turn up (is_whole).
-#}
{%- macro parse_json(text, fields) -%}
from_json(
    concat(
        '[',
        if(has_fractions, {{ changefeed.numbers_as_text(text) | indent(8) }}, {{ text }}),
        ',{"changefeed_end":1}]'
    ),
    'array<struct<{{ fields }},changefeed_end:int>>',
    map('allowSingleQuotes', 'false', 'allowNonNumericNumbers', 'false')
)
{%- endmacro -%}


{%- macro is_whole(parsed) -%}
size({{ parsed }}) = 2 and {{ parsed }}[1].changefeed_end = 1
{%- endmacro -%}
