{#-
Whether parse_json() read one value and nothing else. Two kinds of texts are checked again by is_one_json_value(): a
text of which a member was not read, and a text that may hold the names that parse_json() puts around it (`\u00` begins
the escapes of their letters).
-#}
{%- macro is_whole(parsed, text, envelope) -%}
(
    size({{ parsed }}.changefeed_message) = 2
    and {{ parsed }}.changefeed_message[1]{{ "['changefeed_end'] = '1'" if envelope.format == 'json_map' else '.changefeed_end = 1' }}
    and if(
        {{ parsed }}.unread is not null
        or contains({{ text }}, 'changefeed_')
        or contains({{ text }}, r'\u00'),
        {{ changefeed.is_one_json_value(text) | indent(8) }},
        true
    )
)
{%- endmacro -%}
