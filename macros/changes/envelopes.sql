{#- The distinct JSON envelopes of some dialects: name → members, each with the Spark type that it is read as. -#}
{%- macro envelopes(dialects) -%}
    {%- set found = {} -%}
    {%- for dialect in dialects -%}
        {%- do found.update({dialect.envelope: dialect.members}) -%}
    {%- endfor -%}
    {{- return(found) -}}
{%- endmacro -%}


{#- An envelope with the marks of numbers_as_text() taken off all its members. -#}
{%- macro unmarked_envelope(envelope, members) -%}
if(
    has_fractions and {{ envelope }} is not null,
    named_struct(
        {%- for name, type in members.items() %}
        '{{ name }}', {{ changefeed.without_marks(envelope ~ '.`' ~ name ~ '`', type) | indent(8) }},
        {%- endfor %}
        'changefeed_end', {{ envelope }}.changefeed_end
    ),
    {{ envelope }}
)
{%- endmacro -%}
