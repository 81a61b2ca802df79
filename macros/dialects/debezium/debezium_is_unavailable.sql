{#-
Whether a text is Debezium's placeholder for a value that was not in the log: as it is, in base64 (bytes), in hex, as the one element of an array, as a UUID made of it, as the one
pair of an hstore, and as the list of its bytes in an array of numbers: whole ones, fractions, decimals, decimals with a scale of their own (Debezium, UnchangedToastedPlaceholder).
-#}
{%- macro debezium_is_unavailable(text) -%}
{%- set placeholder = '__debezium_unavailable_value' -%}
{%- set base64, hex = 'X19kZWJleml1bV91bmF2YWlsYWJsZV92YWx1ZQ==', '5f5f646562657a69756d5f756e617661696c61626c655f76616c7565' -%}
{%- set codes = {
    '_': [95, 'Xw=='], 'a': [97, 'YQ=='], 'b': [98, 'Yg=='], 'd': [100, 'ZA=='], 'e': [101, 'ZQ=='], 'i': [105, 'aQ=='], 'l': [108, 'bA=='],
    'm': [109, 'bQ=='], 'n': [110, 'bg=='], 'u': [117, 'dQ=='], 'v': [118, 'dg=='], 'z': [122, 'eg=='],
} -%}
{%- set spellings = [placeholder, base64, hex] -%}
{%- for element in [placeholder, base64, hex, 'b68a35a7-17ad-35b3-af2a-ae46edb4545a'] -%}
    {%- do spellings.append('["' ~ element ~ '"]') -%}
{%- endfor -%}
{%- do spellings.append('{"' ~ placeholder ~ '":"' ~ placeholder ~ '"}') -%}
{%- for before, place, after in [('', 0, ''), ('', 0, '.0'), ('"', 1, '"'), ('{"scale":0,"value":"', 1, '"}')] -%}
    {%- set elements = [] -%}
    {%- for letter in placeholder -%}
        {%- do elements.append(before ~ codes[letter][place] ~ after) -%}
    {%- endfor -%}
    {%- do spellings.append('[' ~ elements | join(',') ~ ']') -%}
{%- endfor -%}
{{ text }} in ({{ changefeed.sql_strings(spellings) }})
{%- endmacro -%}
