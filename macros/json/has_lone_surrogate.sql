{%- macro has_lone_surrogate(json) -%}
    {#- `if` keeps the costly part from being computed for a text without any escape, `and` does not. -#}
    if(
        contains({{ json }}, r'\u'),
        (contains({{ json }}, r'\ud') or contains({{ json }}, r'\uD'))
        and regexp_replace(
            {{ json }},
            r'\\\\|\\u[dD][89abAB][0-9a-fA-F]{2}\\u[dD][c-fC-F][0-9a-fA-F]{2}',
            ''
        ) rlike r'\\u[dD][89a-fA-F]',
        false
    )
{%- endmacro -%}
