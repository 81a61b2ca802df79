{#-
The CTEs that decode every row of `messages`, ending in decoded_changes: the columns of the message beside those of each
change it carries. Each message is parsed once. It is decoded whole or quarantined whole: if any of its changes has a
fault, it leaves one row with the first fault's reason and detail, and nothing that could be taken for a row.
-#}
{%- macro decode_messages(messages, dialects, known, by_value=true) -%}
{{ changefeed.parse_messages(messages, dialects) }},

{{ changefeed.read_messages(dialects, known) }},

{{ changefeed.place_messages(dialects, by_value) }},

{{ changefeed.key_changes(dialects, by_value) }}
{%- endmacro -%}
