{#-
overlay() for stored images. In feeds whose dialect sets members of documents, a name with U+0000 is the path of a
member (with_paths()). Such a path goes away where the document, or a shorter path, is laid over the image, and so does
one of a place behind which an array is cut. In other feeds such a name is a name like any other.
-#}
{%- macro overlay_with_paths(image, changed, feed='feed') -%}
{%- set feeds = changefeed.feeds_with_paths(ref('changefeed_feed_settings')) -%}
{%- if feeds -%}
    map_concat(
        map_filter(
            {{ image }},
            (name, text) -> not map_contains_key({{ changed }}, name)
            and if(
                {{ feed }} in ({{ changefeed.sql_strings(feeds) }}) and contains(name, '\u0000'),
                not exists(map_entries({{ changed }}), other -> startswith(name, concat(other.key, '\u0000')) or coalesce(
                    endswith(other.key, '\u0000\uFDD0') and startswith(name, rtrim('\uFDD0', other.key))
                    and try_cast(split(substr(name, length(other.key)), r'\x00')[0] as int) >= cast(other.value as int),
                    false
                )),
                true
            )
        ),
        {{ changed }}
    )
{%- else -%}
    {{ changefeed.overlay(image, changed) }}
{%- endif -%}
{%- endmacro -%}
