{#- An envelope without the marks of numbers_as_text(), in all its members. -#}
{%- macro unmarked_envelope(parsed, envelope) -%}
{%- if envelope.fractions is defined and not envelope.fractions -%}
{{ parsed }}
{%- else -%}
{#- The parsed message first gets a short name, because the SQL names it once for each member. -#}
if(
    has_fractions,
    transform(array({{ parsed }}), e -> {{ changefeed.without_marks(
        'e', 'map<string,string>' if envelope.format == 'json_map' else dict(envelope.members, changefeed_end='int')
    ) | indent(4) }})[0],
    {{ parsed }}
)
{%- endif -%}
{%- endmacro -%}
