{#-
The text of the MongoDB shell (ObjectId("…"), ISODate("…"), NumberLong(5)) as Extended JSON. Each word that is no JSON
becomes an object whose name is U+FDD1 and the word, and its arguments an array; those that are known then become what
Extended JSON writes. What is left over keeps the mark. Only the words that are there are looked for, and most documents
have none but those that are written at once.
-#}
{%- macro shell_as_json(text) -%}
{%- set rules = [] -%}
{%- set bare = ['Infinity'] -%}
{%- set quoted = '"([^"\\\\]*)"' -%}
{%- for word, arguments, json in [
    ('ObjectId', '"([0-9a-fA-F]{24})"', '{"\\$oid":"$1"}'),
    ('ISODate', quoted, '{"\\$date":"$1"}'),
    ('Date', '"?(-?[0-9]+)"?', '{"\\$date":{"\\$numberLong":"$1"}}'),
    ('BinData', '([0-9]), *' ~ quoted, '{"\\$binary":{"base64":"$2","subType":"0$1"}}'),
    ('BinData', '128, *' ~ quoted, '{"\\$binary":{"base64":"$1","subType":"80"}}'),
    ('UUID', quoted, '{"\\$uuid":"$1"}'),
    ('Timestamp', '([0-9]+), *([0-9]+)', '{"\\$timestamp":{"t":$1,"i":$2}}'),
    ('MinKey', '', '{"\\$minKey":1}'),
    ('MaxKey', '', '{"\\$maxKey":1}'),
    ('undefined', '', '{"\\$undefined":true}'),
    ('NaN', '', '{"\\$numberDouble":"NaN"}'),
] -%}
    {%- do bare.append(word) if not arguments -%}
    {%- do rules.append("struct('" ~ word ~ "' as word, r'" ~ '\\{"\\uFDD1' ~ word ~ '":\\[' ~ arguments ~ '\\]\\}' ~ "' as pattern, r'" ~ json ~ "' as json)") -%}
{%- endfor -%}
{%- do rules.append("struct('Infinity' as word, r'" ~ '(-?)\\{"\\uFDD1Infinity":\\[\\]\\}' ~ "' as pattern, r'" ~ '{"\\$numberDouble":"$1Infinity"}' ~ "' as json)") -%}
get(
    transform(
        transform(
            array({{ changefeed._usual_words_written(text) }}),
            {#- Of words without arguments, only those that are known are looked for. #}
            shell -> if(contains(shell, '(') {%- for word in bare %} or contains(shell, '{{ word }}') {%- endfor %}, {{ changefeed._shell_words_marked('shell') | indent(12) }}, shell)
        ),
        marked -> get(
            transform(
                array(if(contains(marked, '\uFDD1'), {{ changefeed._numbers_of_words('marked') }}, marked)),
                json -> if(
                    contains(json, '\uFDD1'),
                    aggregate(
                        filter(array({{ rules | join(', ') }}), rule -> contains(json, concat('\uFDD1', rule.word))),
                        json,
                        (json, rule) -> regexp_replace(json, rule.pattern, rule.json)
                    ),
                    json
                )
            ),
            0
        )
    ),
    0
)
{%- endmacro -%}


{#-
The words that most documents have, where a value can stand. Those with quotes: in a text they would be escaped, and
behind a text's end neither digit can follow. Numbers: behind a name that ends in a letter or digit, for no text begins
behind one.
-#}
{%- macro _usual_words_written(text) -%}
regexp_replace(
    regexp_replace(
        regexp_replace({{ text }}, r'ObjectId(?<=[:,\[] {0,1}ObjectId)\("([0-9a-fA-F]{24})"\)', r'{"\$oid":"$1"}'),
        r'ISODate(?<=[:,\[] {0,1}ISODate)\("([0-9][0-9TZ:.+\-]*)"\)',
        r'{"\$date":"$1"}'
    ),
    r'NumberLong(?<=[0-9A-Za-z]": {0,1}NumberLong)\("?(-?[0-9]+)"?\)(?=[,}])',
    '$1'
)
{%- endmacro -%}


{#-
The usual of the words, by patterns that are made once. What becomes a number must not lie beside one, or a part of one,
that is there already.
-#}
{%- macro _numbers_of_words(text) -%}
regexp_replace(
    regexp_replace({{ text }}, r'\{(?<![-+.0-9A-Za-z}]\{)"\uFDD1(?:NumberLong|NumberInt|Long|Int32)":\["?(-?[0-9]+)"?\]\}(?![-+.0-9A-Za-z])', '$1'),
    r'\{"\uFDD1(?:NumberDecimal|Decimal128)":\["([^"\\]*)"\]\}',
    r'{"\$numberDecimal":"$1"}'
)
{%- endmacro -%}


{#- Numbers, true, false and null stay; `new` before a word goes. -#}
{%- macro _shell_words_marked(text) -%}
regexp_replace(
    {{ text }},
    r'\G((?:[^"A-Za-z0-9_\-]++|"[^"\\]*+(?:\\.[^"\\]*+)*+"|-?[0-9][0-9.eE+\-]*+|-|(?:true|false|null)(?![A-Za-z0-9_(]))*+)(?:new +)?([A-Za-z_][A-Za-z0-9_]*+)(?:\(([^()"]*+(?:"[^"\\]*+(?:\\.[^"\\]*+)*+"[^()"]*+)*+)\))?',
    '$1{"\uFDD1$2":[$3]}'
)
{%- endmacro -%}
