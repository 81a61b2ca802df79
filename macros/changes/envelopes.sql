{#- What is parsed of messages of some dialects: name → the dialect that states it, once where several dialects share it. -#}
{%- macro envelopes(dialects) -%}
    {%- set found = {} -%}
    {%- for dialect in dialects -%}
        {%- do found.update({dialect.envelope: dialect}) -%}
    {%- endfor -%}
    {{- return(found) -}}
{%- endmacro -%}


{#- The Spark type of an envelope: json_object has the members that the dialect states, in json_map the object is the row. -#}
{%- macro envelope_type(dialect) -%}
    {%- if dialect.format == 'json_map' -%}
        {{- return('map<string,string>') -}}
    {%- endif -%}
    {%- set fields = [] -%}
    {%- for name, type in dialect.members.items() -%}
        {%- do fields.append('`' ~ name ~ '`:' ~ type) -%}
    {%- endfor -%}
    {{- return('struct<' ~ fields | join(',') ~ ',`changefeed_end`:int>') -}}
{%- endmacro -%}


{#- An envelope with the marks of numbers_as_text() taken off all that it holds. -#}
{%- macro unmarked_envelope(envelope, dialect) -%}
{%- if dialect.format == 'json_map' -%}
if(has_fractions, {{ changefeed.without_marks(envelope, 'map<string,string>') | indent(4) }}, {{ envelope }})
{%- else -%}
if(
    has_fractions and {{ envelope }} is not null,
    named_struct(
        {%- for name, type in dialect.members.items() %}
        '{{ name }}', {{ changefeed.without_marks(envelope ~ '.`' ~ name ~ '`', type) | indent(8) }},
        {%- endfor %}
        'changefeed_end', {{ envelope }}.changefeed_end
    ),
    {{ envelope }}
)
{%- endif -%}
{%- endmacro -%}
