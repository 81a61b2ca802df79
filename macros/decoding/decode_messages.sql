{#-
The CTEs that decode every row of `messages`. The last is decoded_changes: one row for each change, with the columns of
its message. Each message is parsed once, and is decoded whole or quarantined whole. A message in which any change has a
fault leaves one row, with the reason and detail of the first fault, and no row change.
-#}
{%- macro decode_messages(messages, dialects, known, by_value=true, masks=[]) -%}
{{ changefeed.parse_messages(messages, dialects) }},

{{ changefeed.read_messages(dialects, known) }},

{{ changefeed.place_messages(dialects, by_value, masks) }},

{{ changefeed.key_changes(dialects, by_value, masks) }}
{%- endmacro -%}
