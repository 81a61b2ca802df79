{#-
A JSON text in which every number that Spark does not read exactly (numbers_as_text()), and every text that begins as
another JSON value does, is a text with marks: of a number what stands between U+FDD0 1 and U+FDD0 2, of a text what
follows both.
-#}
{%- macro values_marked(json) -%}
regexp_replace(
    {{ changefeed.with_marks_doubled(json) | indent(4) }},
    r'\G((?:[^"\-0-9]*+(?:"(?![\-0-9a-fA-Ftn\[{\\])[^"\\]*+(?:\\.[^"\\]*+)*+"|"[^"\\]*+(?:\\.[^"\\]*+)*+"\s*+:|{{ changefeed.exact_integer() }}))*+[^"\-0-9]*+)(?:({{ changefeed.json_number() }})|"([^"\\]*+(?:\\.[^"\\]*+)*+)")',
    '$1"\uFDD01$2\uFDD02$3"'
)
{%- endmacro -%}
