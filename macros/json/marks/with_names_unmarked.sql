{#- A map without the marks in its keys. A map that has a key twice stays as it is: its message is quarantined. -#}
{%- macro with_names_unmarked(map) -%}
if(
    contains(array_join(map_keys({{ map }}), ''), '\uFDD0') and not {{ changefeed.repeats_a_name(map) }},
    transform_keys({{ map }}, (name, text) -> {{ changefeed.without_marks('name', 'string') }}),
    {{ map }}
)
{%- endmacro -%}
