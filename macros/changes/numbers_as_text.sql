{#-
JSON text in which every number with a fraction or an exponent is a string behind a mark, for Spark reads such numbers as
doubles. Integers are exact as they are. What is no JSON number stays, and stays invalid.
-#}
{%- macro numbers_as_text(json) -%}
regexp_replace(
    {{ json }},
    r'\G((?:[^"\-0-9]|"[^"\\]*+(?:\\.[^"\\]*+)*+"|-?[0-9]++(?![.eE0-9]))*+)(-?(?:0|[1-9][0-9]*+)(?:\.[0-9]++)?+(?:[eE][+\-]?+[0-9]++)?+)',
    r'$1"\\u0001#$2"'
)
{%- endmacro -%}


{#-
Whether a JSON text may have such a number: quick, and never wrong when it says no. It looks at the mark and what follows it,
for a number in quotes is followed by its quote; to look at what precedes the number takes three times as long.
-#}
{%- macro has_fractions(json) -%}
{{ json }} rlike r'[.eE][-+0-9][-+0-9eE]*+[ \t\r\n,}\]]'
{%- endmacro -%}


{#- A text with the marks taken off again: the number as it was sent, also within nested JSON. -#}
{%- macro without_marks(text) -%}
if(
    contains({{ text }}, '#'),
    replace(regexp_replace({{ text }}, r'"\\u0001#([^"]*)"', '$1'), '\u0001#', ''),
    {{ text }}
)
{%- endmacro -%}
