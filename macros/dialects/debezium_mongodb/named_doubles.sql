{#-
Extended JSON in which a double that is no number is an object that names its kind. The connector writes documents in
the strict mode of MongoDB's driver, where NaN, Infinity and -Infinity stand bare, which is no JSON.
-#}
{%- macro named_doubles(json) -%}
if(
    contains({{ json }}, 'NaN') or contains({{ json }}, 'Infinity'),
    regexp_replace(
        {{ json }},
        r'\G((?:[^"IN\-]++|"[^"\\]*+(?:\\.[^"\\]*+)*+"|-(?!Infinity))*+)(NaN|-?Infinity)',
        r'$1{"\$numberDouble":"$2"}'
    ),
    {{ json }}
)
{%- endmacro -%}
