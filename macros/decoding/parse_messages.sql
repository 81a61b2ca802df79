{#- The CTEs from bytes to envelopes: a column for each envelope, NULL where the message is no such thing, and the dialects' terms. -#}
{%- macro parse_messages(messages, dialects) -%}
{%- set envelopes = changefeed.envelopes(dialects) -%}
texts as (

    select
        *,
        cast(value as string) as value_text,
        {{ changefeed.text_fault('value') | indent(8) }} as text_fault,
        {{ changefeed.has_fractions('cast(value as string)') | indent(8) }} as has_fractions
    from {{ messages }}

),

parsed_messages as (

    select
        *,
        if(text_fault is null, {{ changefeed.top_level_names('value_text') | indent(8) }}, null) as names
        {%- for name, envelope in envelopes.items() %},
        if(
            text_fault is null and dialect in ('{{ changefeed._names_of_readers(dialects, name) | join("', '") }}'),
            {{ changefeed.parse_json('value_text', changefeed.envelope_type(envelope)) | indent(12) }},
            null
        ) as {{ name }}_parsed
        {%- endfor %}
    from texts

),

envelopes as (

    select
        * {%- if envelopes %} except ({{ envelopes | join('_parsed, ') }}_parsed) {%- endif %}
        {%- for name, envelope in envelopes.items() %},
        {{ name }}_parsed.unread is not null as {{ name }}_is_unread,
        if(
            {{ changefeed.is_whole(name ~ '_parsed', 'value_text', envelope) | indent(12) }},
            {{ changefeed.unmarked_envelope(name ~ '_parsed.changefeed_message[0]', envelope) | indent(12) }},
            null
        ) as {{ name }}
        {%- endfor %}
    from parsed_messages

),

terms as (

    select
        *
        {%- for term, expressions in changefeed._terms(dialects).items() %},
        case dialect
            {%- for dialect, expression in expressions.items() %}
            when '{{ dialect }}' then {{ expression | indent(16) }}
            {%- endfor %}
        end as {{ term }}
        {%- endfor %}
    from envelopes

)
{%- endmacro -%}


{#- The dialects whose messages are read as an envelope. -#}
{%- macro _names_of_readers(dialects, envelope) -%}
    {%- set found = [] -%}
    {%- for dialect in dialects if dialect.envelope.name == envelope -%}
        {%- do found.append(dialect.name) -%}
    {%- endfor -%}
    {{- return(found) -}}
{%- endmacro -%}


{#- The columns of the dialects' terms: name → dialect → SQL. A term may read those that its dialect states before it. -#}
{%- macro _terms(dialects) -%}
    {%- set found = {} -%}
    {%- for dialect in dialects -%}
        {%- for term, expression in dialect.get('terms', {}).items() -%}
            {%- set column = dialect.envelope.name ~ '_' ~ term -%}
            {%- do found.setdefault(column, {}).update({dialect.name: expression}) -%}
        {%- endfor -%}
    {%- endfor -%}
    {{- return(found) -}}
{%- endmacro -%}
