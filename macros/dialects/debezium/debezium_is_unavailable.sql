{#-
Whether a text is Debezium's placeholder for a value that was not in the log: as it is, in base64 (bytes), in hex, as the one element of an array, as the
list of its bytes (arrays of numbers), as a UUID made of it, and as the one pair of an hstore (Debezium, UnchangedToastedPlaceholder).
-#}
{%- macro debezium_is_unavailable(text) -%}
{%- set placeholder = '__debezium_unavailable_value' -%}
{{ text }} in (
    '{{ placeholder }}', 'X19kZWJleml1bV91bmF2YWlsYWJsZV92YWx1ZQ==', '5f5f646562657a69756d5f756e617661696c61626c655f76616c7565',
    '["{{ placeholder }}"]', '{"{{ placeholder }}":"{{ placeholder }}"}', '["b68a35a7-17ad-35b3-af2a-ae46edb4545a"]',
    '[95,95,100,101,98,101,122,105,117,109,95,117,110,97,118,97,105,108,97,98,108,101,95,118,97,108,117,101]'
)
{%- endmacro -%}
