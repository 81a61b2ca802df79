{#-
JSON text in which every number with a fraction or an exponent, and -0, is a text behind a mark: Spark would read such
numbers as doubles or as 0. Spark reads other integers exactly. A part that is no JSON number stays, and stays invalid.
The mark is U+FDD0 and 1. U+FDD0 in the message, plain or escaped, first becomes U+FDD0 and 0, so no text of a message
is ever taken for a mark.
-#}
{%- macro numbers_as_text(json) -%}
regexp_replace(
    {{ changefeed.with_marks_doubled(json) | indent(4) }},
    r'\G((?:[^"\-0-9]++|"[^"\\]*+(?:\\.[^"\\]*+)*+"|{{ changefeed.exact_integer() }})*+)({{ changefeed.json_number() }})',
    '$1"\uFDD01$2"'
)
{%- endmacro -%}
