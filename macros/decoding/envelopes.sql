{#- What is parsed of messages of some dialects: the envelopes by name, once where several dialects share one. -#}
{%- macro envelopes(dialects) -%}
    {%- set found = {} -%}
    {%- for dialect in dialects -%}
        {%- do found.update({dialect.envelope.name: dialect.envelope}) -%}
    {%- endfor -%}
    {{- return(found) -}}
{%- endmacro -%}


{#- The dialects whose messages are read as an envelope. -#}
{%- macro names_of_readers(dialects, envelope) -%}
    {%- set found = [] -%}
    {%- for dialect in dialects if dialect.envelope.name == envelope -%}
        {%- do found.append(dialect.name) -%}
    {%- endfor -%}
    {{- return(found) -}}
{%- endmacro -%}


{#- The Spark type of an envelope: json_object has the members that it states, in json_map the object is the row. -#}
{%- macro envelope_type(envelope) -%}
    {%- if envelope.format == 'json_map' -%}
        {{- return('map<string,string>') -}}
    {%- endif -%}
    {{- return(changefeed.spark_type(dict(envelope.members, changefeed_end='int'))) -}}
{%- endmacro -%}


{#- All members of an envelope, also those within its objects: [{path (a list of names), type}], objects before what they hold. -#}
{%- macro envelope_members(members, within=[]) -%}
    {%- set found = [] -%}
    {%- for name, type in members.items() -%}
        {%- do found.append({'path': within + [name], 'type': type}) -%}
        {%- if type is mapping -%}
            {%- do found.extend(changefeed.envelope_members(type, within + [name])) -%}
        {%- endif -%}
    {%- endfor -%}
    {{- return(found) -}}
{%- endmacro -%}


{#- The member at a path, in SQL: envelope.`a`.`b`. -#}
{%- macro member_at(envelope, path) -%}
{{ envelope }}.`{{ path | join('`.`') }}`
{%- endmacro -%}


{#- An envelope with the marks of numbers_as_text() taken off all that it holds. -#}
{%- macro unmarked_envelope(parsed, envelope) -%}
{#- The parsed message is bound to a short name first: its members are written many times. -#}
if(
    has_fractions,
    transform(array({{ parsed }}), e -> {{ changefeed.without_marks(
        'e', 'map<string,string>' if envelope.format == 'json_map' else dict(envelope.members, changefeed_end='int')
    ) | indent(4) }})[0],
    {{ parsed }}
)
{%- endmacro -%}
