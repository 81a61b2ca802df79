{#-
A text as a SQL literal. A text from messages or declarations never ends the literal early. Spark reads `${...}` as a
variable in every statement, also in literals, and Jinja indents a text at each of its line breaks: so neither is in the
literal as it is.
-#}
{%- macro sql_string(text) -%}
    {%- set state = namespace(text=text | string | replace('\\', '\\\\') | replace("'", "\\'") | replace('$', '\\u0024')) -%}
    {%- for character, code in changefeed._line_breaks().items() -%}
        {%- set state.text = state.text | replace(character, '\\u' ~ code) -%}
    {%- endfor -%}
    '{{ state.text }}'
{%- endmacro -%}


{#- The characters that begin a line for Python, with their codes. -#}
{%- macro _line_breaks() -%}
    {{- return({
        '\n': '000a', '\r': '000d', '\x0b': '000b', '\x0c': '000c', '\x1c': '001c', '\x1d': '001d', '\x1e': '001e',
        '\x85': '0085', '\u2028': '2028', '\u2029': '2029',
    }) -}}
{%- endmacro -%}
