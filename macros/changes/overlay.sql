{#-
An image with what changed laid over it. A name with U+0000 is the path of a member of a document (with_paths()): what is laid over the document, or over
a shorter path, takes its place.
-#}
{%- macro overlay(image, changed) -%}
    map_concat(
        map_filter(
            {{ image }},
            (name, text) -> not map_contains_key({{ changed }}, name)
            and if(contains(name, '\u0000'), not exists(map_keys({{ changed }}), other -> startswith(name, concat(other, '\u0000'))), true)
        ),
        {{ changed }}
    )
{%- endmacro -%}
