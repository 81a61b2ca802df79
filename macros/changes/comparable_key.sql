{#-
The text of a row's key, with one text for each value as far as types are known: 5, 5.0 and 005 of a type of numbers are
one key. `type` is SQL of the type of the column k. It is looked at only where a text is a number in another form than
this one. `like` is SQL of the image after a change of key, for the image before it. Kafka Connect writes the key before
a change into a header, where a decimal is a number, {"no":2}, beside the bytes of the row's own key, {"no":"Aw=="}:
then the number is written as these are.
-#}
{%- macro comparable_key(key_columns, image, type, fallback=none, like=none) -%}
{%- set text = image ~ '[k]' if fallback is none else 'coalesce(' ~ image ~ '[k], if(map_contains_key(' ~ image ~ ', k), null, ' ~ fallback ~ '[k]))' -%}
to_json(transform({{ key_columns }}, k -> transform(
    array({{ text }}),
    text -> {{ changefeed.comparable_text('text', type, like ~ '[k]' if like else none) | indent(4) }}
)[0]))
{%- endmacro -%}
