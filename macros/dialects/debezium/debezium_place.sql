{#-
The place of a change. A delete whose header names the row's new Kafka key is the first half of a change of that key, as
Debezium sends it, and a create of the same place is the second. Where the key of the rows is another
(message.key.columns of the task), both are of one row. `is_before` is what else comes just before its place.
-#}
{%- macro debezium_place(sequence, is_before=none) -%}
if(
    {{ is_before ~ ' or ' if is_before }}exists(headers, header -> header.key = '__debezium.newkey'),
    {{ changefeed.just_before(sequence) | indent(4) }},
    {{ sequence }}
)
{%- endmacro -%}
