{%- macro has_lone_surrogate(json) -%}
    {#-
    Escaped backslashes and whole pairs are removed before the search for a half. With `if` the costly part is computed
    only for few texts; with `and` it is computed for all.
    -#}
    if(
        contains({{ json }}, r'\u'),
        if(
            contains({{ json }}, r'\ud') or contains({{ json }}, r'\uD'),
            regexp_replace(
                replace({{ json }}, r'\\', ' '),
                r'\\u[dD][89abAB][0-9a-fA-F]{2}\\u[dD][c-fC-F][0-9a-fA-F]{2}',
                ' '
            ) rlike r'\\u[dD][89a-fA-F]',
            false
        ),
        false
    )
{%- endmacro -%}
