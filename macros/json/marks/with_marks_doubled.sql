{#-
A JSON text in which U+FDD0, plain or escaped, is followed by 0. So U+FDD0 before another character can be a mark. Few
texts have U+FDD0, and contains() is quicker than replace(), which compares at each byte.
-#}
{%- macro with_marks_doubled(json) -%}
if(
    contains({{ json }}, r'\u') or contains({{ json }}, '\uFDD0'),
    replace(
        if(
            contains(lower({{ json }}), r'\ufdd0'),
            regexp_replace({{ json }}, r'(?<!\\)((?:\\\\)*+)\\u[fF][dD][dD]0', '$1\uFDD0'),
            {{ json }}
        ),
        '\uFDD0',
        '\uFDD00'
    ),
    {{ json }}
)
{%- endmacro -%}
