{#-
Whether a text is Debezium's placeholder for a value that was not in the log: as it is, in base64 (bytes), in hex, as the one element of an array, as a UUID made of it, as the one
pair of an hstore, and as the list of its bytes in an array of numbers: whole ones, fractions, decimals, decimals with a scale of their own (Debezium, UnchangedToastedPlaceholder). The lists are
known by their SHA-256, in this order: they have up to a thousand characters, and staging views must be short.
-#}
{%- macro debezium_is_unavailable(text) -%}
{%- set placeholder = '__debezium_unavailable_value' -%}
{%- set base64, hex = 'X19kZWJleml1bV91bmF2YWlsYWJsZV92YWx1ZQ==', '5f5f646562657a69756d5f756e617661696c61626c655f76616c7565' -%}
{%- set lists = [
    'bccf0d30d181e90185c39f890f459d243d810aad7c8894853dfaf14f5eaad71b',
    'b5fe754562c8dd130e8a40a077eb2b11eff29adce1c3cfb9ea519f30af66ecce',
    'd7c9ff88020b27cc064c4ffc7bee8728db008a842aae89d3d454cb77e74cfbd8',
    'dd561814b9ac9f898ec64a4c306033ae5e5cc8b8a96f5bfc206e3468e973a74b',
] -%}
{%- set spellings = [placeholder, base64, hex] -%}
{%- for element in [placeholder, base64, hex, 'b68a35a7-17ad-35b3-af2a-ae46edb4545a'] -%}
    {%- do spellings.append('["' ~ element ~ '"]') -%}
{%- endfor -%}
{%- do spellings.append('{"' ~ placeholder ~ '":"' ~ placeholder ~ '"}') -%}
({{ text }} in ({{ changefeed.sql_strings(spellings) }}) or startswith({{ text }}, '[') and sha2({{ text }}, 256) in ({{ changefeed.sql_strings(lists) }}))
{%- endmacro -%}
