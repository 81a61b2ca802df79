{%- macro numbers_as_text(json) -%}
    if(
        {{ json }} rlike '":[ \t\r\n]*-?[0-9]+[.eE]',
        regexp_replace(
            {{ json }},
            r'\G((?:[^"\-0-9]|"[^"\\]*+(?:\\.[^"\\]*+)*+")*+)(-?[0-9][0-9.eE+\-]*+)',
            '$1"$2"'
        ),
        {{ json }}
    )
{%- endmacro -%}
