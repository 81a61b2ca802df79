{%- macro has_lone_surrogate(json, has_escapes=none) -%}
    {#- `if` keeps the costly part from being computed for a text without any escape, `and` does not. -#}
    if(
        {{ has_escapes or changefeed.has_escapes(json) }},
        (contains({{ json }}, r'\ud') or contains({{ json }}, r'\uD'))
        and regexp_replace(
            {{ json }},
            r'\\\\|\\u[dD][89abAB][0-9a-fA-F]{2}\\u[dD][c-fC-F][0-9a-fA-F]{2}',
            ''
        ) rlike r'\\u[dD][89a-fA-F]',
        false
    )
{%- endmacro -%}


{#- Whether a JSON text escapes any character by its number. -#}
{%- macro has_escapes(json) -%}
contains({{ json }}, r'\u')
{%- endmacro -%}
