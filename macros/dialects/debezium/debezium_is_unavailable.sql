{#-
Whether a text is the placeholder for a value that was not in the log (Debezium, UnchangedToastedPlaceholder): one of
those of the feed (`placeholders`, debezium_placeholders()), or Debezium's own in the same forms. Its lists of numbers
are known by their MD5: each has up to a thousand characters.
-#}
{%- macro debezium_is_unavailable(text, placeholders) -%}
{%- set placeholder = '__debezium_unavailable_value' -%}
{%- set base64, hex = 'X19kZWJleml1bV91bmF2YWlsYWJsZV92YWx1ZQ==', '5f5f646562657a69756d5f756e617661696c61626c655f76616c7565' -%}
{%- set lists = [
    '9a2ca606f985825ad73230aaad5d8bae',
    'b8555103c2e9d304dbbaaaedfb72f7fa',
    '8d3db4184c4013d7e81a5ea07bbdb10d',
    '48153696c43c4d785e13e56041582edd',
] -%}
{%- set spellings = [placeholder, base64, hex, 'b68a35a7-17ad-35b3-af2a-ae46edb4545a', '{"' ~ placeholder ~ '":"' ~ placeholder ~ '"}'] -%}
if({{ placeholders }} is null, trim(both '["]' from {{ text }}) in ({{ changefeed.sql_strings(spellings) }}) or startswith({{ text }}, '[') and md5({{ text }}) in ({{ changefeed.sql_strings(lists) }}), array_contains({{ placeholders }}, {{ text }}))
{%- endmacro -%}
