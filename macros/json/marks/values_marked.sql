{#-
A JSON text in which two kinds of values are texts with the marks U+FDD0 1 and U+FDD0 2: a number that Spark does not
read exactly (numbers_as_text()) is between the two marks, and a text that begins like another JSON value is after both.
-#}
{%- macro values_marked(json) -%}
regexp_replace(
    {{ changefeed.with_marks_doubled(json) | indent(4) }},
    r'\G((?:[^"\-0-9]*+(?:"(?![\-0-9a-fA-Ftn\[{\\])[^"\\]*+(?:\\.[^"\\]*+)*+"|"[^"\\]*+(?:\\.[^"\\]*+)*+"\s*+:|{{ changefeed.exact_integer() }}))*+[^"\-0-9]*+)(?:({{ changefeed.json_number() }})|"([^"\\]*+(?:\\.[^"\\]*+)*+)")',
    '$1"\uFDD01$2\uFDD02$3"'
)
{%- endmacro -%}
