{#-
The text of the MongoDB shell (ObjectId("…"), ISODate("…"), NumberLong(5)) as Extended JSON. Each word that is no JSON becomes an object whose
name is U+FDD1 and the word, and its arguments an array; those that are known then become what Extended JSON writes. What is left over keeps the mark.
-#}
{%- macro shell_as_json(text) -%}
{%- set state = namespace(sql='', close='') -%}
{%- set number = '"?(-?[0-9]+)"?' -%}
{%- set quoted = '"([^"\\\\]*)"' -%}
{%- for names, arguments, json in [
    ('ObjectId', '"([0-9a-fA-F]{24})"', '{"\\$oid":"$1"}'),
    ('ISODate', quoted, '{"\\$date":"$1"}'),
    ('Date', number, '{"\\$date":{"\\$numberLong":"$1"}}'),
    ('(?:NumberLong|NumberInt|Long|Int32)', number, '$1'),
    ('(?:NumberDecimal|Decimal128)', quoted, '{"\\$numberDecimal":"$1"}'),
    ('BinData', '([0-9]), *' ~ quoted, '{"\\$binary":{"base64":"$2","subType":"0$1"}}'),
    ('BinData', '128, *' ~ quoted, '{"\\$binary":{"base64":"$1","subType":"80"}}'),
    ('UUID', quoted, '{"\\$uuid":"$1"}'),
    ('Timestamp', '([0-9]+), *([0-9]+)', '{"\\$timestamp":{"t":$1,"i":$2}}'),
    ('MinKey', '', '{"\\$minKey":1}'),
    ('MaxKey', '', '{"\\$maxKey":1}'),
    ('undefined', '', '{"\\$undefined":true}'),
    ('NaN', '', '{"\\$numberDouble":"NaN"}'),
] -%}
    {%- set state.sql = state.sql ~ 'regexp_replace(' -%}
    {%- set state.close = state.close ~ ", r'" ~ '\\{"\\uFDD1' ~ names ~ '":\\[' ~ arguments ~ '\\]\\}' ~ "', r'" ~ json ~ "')" -%}
{%- endfor -%}
{%- set state.close = state.close ~ ", r'" ~ '(-?)\\{"\\uFDD1Infinity":\\[\\]\\}' ~ "', r'" ~ '{"\\$numberDouble":"$1Infinity"}' ~ "')" -%}
{{ state.sql }}regexp_replace({{ changefeed._shell_words_marked(text) }}{{ state.close }}
{%- endmacro -%}


{#- Numbers, true, false and null stay; `new` before a word goes. -#}
{%- macro _shell_words_marked(text) -%}
regexp_replace(
    {{ text }},
    r'\G((?:[^"A-Za-z0-9_\-]++|"[^"\\]*+(?:\\.[^"\\]*+)*+"|-?[0-9][0-9.eE+\-]*+|-|(?:true|false|null)(?![A-Za-z0-9_(]))*+)(?:new +)?([A-Za-z_][A-Za-z0-9_]*+)(?:\(([^()"]*+(?:"[^"\\]*+(?:\\.[^"\\]*+)*+"[^()"]*+)*+)\))?',
    '$1{"\uFDD1$2":[$3]}'
)
{%- endmacro -%}
