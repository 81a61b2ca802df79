{#- An envelope with the marks of numbers_as_text() taken off all that it holds. -#}
{%- macro unmarked_envelope(parsed, envelope) -%}
{%- if envelope.fractions is defined and not envelope.fractions -%}
{{ parsed }}
{%- else -%}
{#- The parsed message is bound to a short name first: its members are written many times. -#}
if(
    has_fractions,
    transform(array({{ parsed }}), e -> {{ changefeed.without_marks(
        'e', 'map<string,string>' if envelope.format == 'json_map' else dict(envelope.members, changefeed_end='int')
    ) | indent(4) }})[0],
    {{ parsed }}
)
{%- endif -%}
{%- endmacro -%}
