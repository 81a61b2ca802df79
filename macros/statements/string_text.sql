{#-
A string without its quotes and with its escapes replaced. NULL where it gives characters by number (PostgreSQL's
E'\x41').
-#}
{%- macro string_text(token, given) -%}
transform(
    array({{ token }}),
    token -> case
        when token rlike r'\A[nN]?[qQ]' then regexp_extract(token, r'(?s)\A[nN]?[qQ]..(.*)..\z', 1)
        when token rlike r'\A\$' then regexp_extract(token, r'(?s)\A(\$\w*\$)(.*)\1\z', 2)
        when token rlike r'(?s)\A[eE].*\\[0-9xuU]' then null
        when token rlike r'\A[eE]' or {{ given }}.is_mysql then array_join(
            transform(
                split(replace(regexp_extract(token, r'(?s)\A[eE]?.(.*).\z', 1), repeat(right(token, 1), 2), right(token, 1)), r'\\\\'),
                piece -> regexp_replace(
                    {%- for letter, character in [('n', '\\n'), ('t', '\\t'), ('r', '\\r'), ('b', '\\b'), ('Z', '\\Z'), ('0', '\\0')] %}{{ 'replace(' }}{% endfor %}piece
                    {%- for letter, character in [('n', '\\n'), ('t', '\\t'), ('r', '\\r'), ('b', '\\b'), ('Z', '\\Z'), ('0', '\\0')] %}, r'\{{ letter }}', '{{ character }}'){% endfor %},
                    r'(?s)\\([^%_])',
                    '$1'
                )
            ),
            r'\'
        )
        else replace(substr(token, 2, length(token) - 2), repeat(right(token, 1), 2), right(token, 1))
    end
)[0]
{%- endmacro -%}
