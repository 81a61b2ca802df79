{#-
JSON text in which every number with a fraction or an exponent, and -0, is a text behind a mark, for Spark reads such
numbers as doubles or as 0. Other integers are exact as they are. What is not JSON number stays, and stays invalid. The
mark is U+FDD0 and 1; where the message itself has U+FDD0, as it is or escaped, that becomes U+FDD0 and 0 first, so no
text of a message is ever taken for a mark.
-#}
{%- macro numbers_as_text(json) -%}
regexp_replace(
    {{ changefeed.with_marks_doubled(json) | indent(4) }},
    r'\G((?:[^"\-0-9]++|"[^"\\]*+(?:\\.[^"\\]*+)*+"|{{ changefeed.exact_integer() }})*+)({{ changefeed.json_number() }})',
    '$1"\uFDD01$2"'
)
{%- endmacro -%}
