{#-
The texts that stand for a value that was not in the log, where the feed names the connector's placeholder
(unavailable.value.placeholder); NULL where it does not. The placeholder comes as a text, in base64 (bytes), in hex, as
the only pair of an hstore, as the only element of an array, and in an array of numbers as the list of its bytes, whole
numbers or fractions. Arrays of UUIDs and of decimals are left out.
-#}
{%- macro debezium_placeholders() -%}
    {%- set texts = "array(w, base64(w), lower(hex(w)), concat('{\"', w, '\":\"', w, '\"}'))" -%}
    {%- set elements = "transform(array(w, base64(w), lower(hex(w))), e -> concat('[\"', e, '\"]'))" -%}
    {%- set lists = "transform(array('', '.0'), e -> concat('[', array_join(transform(regexp_extract_all(hex(w), '..', 0), b -> concat(conv(b, 16, 10), e)), ','), ']'))" -%}
    {{- "if(options['unavailable'] is null, null, transform(array(options['unavailable']), w -> concat(" ~ [texts, elements, lists] | join(', ') ~ '))[0])' -}}
{%- endmacro -%}
