{#-
Whether what parse_json() read is one value and nothing else. A text that itself names what parse_json() puts around it
(`\u00` begins the escapes of these letters), and one of which a member was not read, is asked whether it is one JSON
value.
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
