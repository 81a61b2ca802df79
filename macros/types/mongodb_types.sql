{#-
MongoDB's types by their aliases ($type), in the form of mysql_types(). A document declares no types: a value of another
type than the typed table gives the column is NULL there, and its text is kept. A type without a reader is read as JSON
text.
-#}
{%- macro mongodb_types() -%}
    {%- set rows = [
        {'type': 'double', 'kind': 'float64', 'examples': ['1.5']},
        {'type': 'string', 'kind': 'text'},
        {'type': 'bindata', 'kind': 'binary'},
        {'type': 'objectid', 'kind': 'text'},
        {'type': 'bool', 'synonyms': ['boolean'], 'kind': 'boolean'},
        {'type': 'date', 'kind': 'instant'},
        {'type': 'int', 'kind': 'integer', 'spark': 'int', 'examples': ['-2147483648']},
        {'type': 'long', 'kind': 'integer', 'spark': 'bigint', 'examples': ['-9223372036854775808']},
        {'type': 'decimal', 'synonyms': ['decimal128'], 'kind': 'decimal', 'spark': 'decimal(n)', 'arguments': '10,2', 'examples': ['1.10']},
        {'type': 'uuid', 'kind': 'text'},
    ] -%}
    {%- for name in ['object', 'array'] -%}
        {%- do rows.append({'type': name, 'kind': 'json', 'examples': ['{"a":1}']}) -%}
    {%- endfor -%}
    {%- for name in ['timestamp', 'regex', 'javascript', 'javascriptwithscope', 'symbol', 'dbpointer', 'minkey', 'maxkey', 'undefined', 'null', 'text'] -%}
        {%- do rows.append({'type': name, 'kind': 'text', 'examples': ['{"a":1}']}) -%}
    {%- endfor -%}
    {{- return(rows) -}}
{%- endmacro -%}
