{#-
Whether a member at the top of the message was sent as a text, which may hold the JSON of an object. Where the message
has the name once, and no escape can hide a letter of it, the character after the name decides. Else the message is read
again.
-#}
{%- macro was_sent_as_text(member) -%}
case
    when not array_contains(names, '{{ member }}') then false
    when contains(value_text, r'\u00') or size(split(value_text, '"{{ member }}"')) > 2
        then coalesce(exists(array(from_json(value_text, '`{{ member }}` variant', {{ changefeed.json_options() }}).`{{ member }}`), sent -> {{ changefeed.json_kind('sent') | replace('\n', ' ') }} = 'STRING'), false)
    else value_text rlike r'"{{ member }}"\s*+:\s*+"'
end
{%- endmacro -%}
