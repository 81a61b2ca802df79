{#-
The CTEs from bytes to envelopes, with a column for each envelope and for each term of the dialects. An envelope is NULL
where the message is not of that form. Framed messages first pass the CTEs that remove the frames. Each step copies the
columns that it passes on. So JSON messages go on as text alone (value_text, NULL for a tombstone), and `value` goes on
only where there are Avro records.
-#}
{%- macro parse_messages(messages, dialects) -%}
{%- set envelopes = changefeed.envelopes(dialects) -%}
{%- set json = changefeed.envelopes(dialects | rejectattr('envelope.format', 'equalto', 'avro')) -%}
{%- set records = changefeed.envelopes(dialects | selectattr('envelope.format', 'equalto', 'avro')) -%}
{%- set tries = changefeed.avro_tries(dialects) -%}
{%- set is_framed = changefeed.framed_dialects(dialects) -%}
{%- set unframed = 'unframed_messages' if is_framed else messages -%}
{%- set events = changefeed.with_events(dialects) -%}
{% if is_framed -%}
{{ changefeed.unframed_messages(messages, dialects) }}

{% endif -%}
{% if events -%}
events as (

    select
        * except (value, event),
        {#- A message that does not carry several events has no event: its value stays. #}
        coalesce(event, value) as value
    from {{ unframed }}
    lateral view outer posexplode(
        case dialect
            {%- for dialect in events %}
            when '{{ dialect.name }}' then {{ dialect.events | indent(12) }}
            {%- endfor %}
        end
    ) as event_index, event

),

{% endif -%}
texts as (

    select
        * {%- if not records %} except (value) {%- endif %},
        {%- if json %}
        cast(value as string) as value_text,
        {{ changefeed._may_have_fractions(dialects) | indent(8) }} as has_fractions,
        {%- endif %}
        {%- if records %}
        {{ changefeed.avro_payload(dialects) | indent(8) }} as avro_payload,
        {{ changefeed.avro_end('avro_payload') }} as avro_end,
        {%- endif %}
        {{ changefeed._text_fault(dialects) | indent(8) }} as text_fault
    from {{ 'events' if events else unframed }}

),

{% if records -%}
{{ changefeed.avro_records('texts', tries) }}

{% endif -%}
parsed_messages as (

    select
        *
        {%- for name, envelope in json.items() %},
        if(
            text_fault is null and dialect in ('{{ changefeed.names_of_readers(dialects, name) | join("', '") }}'),
            {{ changefeed.parse_json('value_text', changefeed.envelope_type(envelope)) | indent(12) }},
            null
        ) as {{ name }}_parsed
        {%- endfor %}
    from {{ 'avro_records' if records else 'texts' }}

),

envelopes as (

    select
        * {%- if json %} except ({{ json | join('_parsed, ') }}_parsed),
        {{ changefeed._sent_names(json, dialects) | indent(8) }} as names
        {%- endif %}
        {%- for name, envelope in json.items() %},
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
        {{ changefeed.by_dialect(expressions, dialects) | indent(8) }} as {{ term }}
        {%- endfor %}
    from envelopes

)
{%- endmacro -%}


{#-
Why a value cannot be read before its dialect looks at it: because of the bytes before it, or because it is no text.
-#}
{%- macro _text_fault(dialects) -%}
{%- set fault = changefeed.if_text(changefeed.text_fault('value'), changefeed.avro_value_fault(dialects), dialects) -%}
{{ 'coalesce(frame_fault, ' ~ fault ~ ')' if changefeed.framed_dialects(dialects) else fault }}
{%- endmacro -%}


{#-
Whether a message may hold a JSON number that Spark would round. Messages of dialects whose envelope says `fractions`
false are not searched.
-#}
{%- macro _may_have_fractions(dialects) -%}
{%- set unsearched = dialects | selectattr('envelope.fractions', 'defined') | rejectattr('envelope.fractions') | map(attribute='name') | list -%}
{%- set searched = changefeed.if_text(changefeed.has_fractions('cast(value as string)'), 'false', dialects) -%}
{%- if unsearched | length == dialects | length -%}
false
{%- elif unsearched -%}
if(dialect in ('{{ unsearched | join("', '") }}'), false, {{ searched }})
{%- else -%}
{{ searched }}
{%- endif -%}
{%- endmacro -%}


{#-
The names at the top of each JSON message. Where the object is the row, the names are the keys of the parsed row, and
the text is not read again.
-#}
{%- macro _sent_names(json, dialects) -%}
{%- set rows = [] -%}
{%- for name, envelope in json.items() if envelope.format == 'json_map' -%}
    {%- do rows.append('map_keys(' ~ name ~ '_parsed.changefeed_message[0])') -%}
{%- endfor -%}
{%- if rows | length < json | length -%}
    {%- do rows.append('if(' ~ changefeed.if_text('text_fault is null', 'false', dialects) ~ ', ' ~ changefeed.top_level_names('value_text') ~ ', null)') -%}
{%- endif -%}
{{ 'coalesce(' ~ rows | join(', ') ~ ')' if rows | length > 1 else rows[0] }}
{%- endmacro -%}


{#-
The columns of the dialects' terms: name → dialect → SQL. A term may read the terms that its dialect states before it,
so the order of each dialect is kept.
-#}
{%- macro _terms(dialects) -%}
    {%- set found = {} -%}
    {%- set lists = [] -%}
    {%- for dialect in dialects -%}
        {%- set columns = [] -%}
        {%- for term, expression in dialect.get('terms', {}).items() -%}
            {%- do columns.append(dialect.envelope.name ~ '_' ~ term) -%}
            {%- do found.setdefault(columns[-1], {}).update({dialect.name: expression}) -%}
        {%- endfor -%}
        {%- do lists.append(columns) -%}
    {%- endfor -%}
    {%- set ordered = {} -%}
    {%- for column in changefeed._in_one_order(lists) -%}
        {%- do ordered.update({column: found[column]}) -%}
    {%- endfor -%}
    {{- return(ordered) -}}
{%- endmacro -%}


{#- One list of the names in several lists. Each name comes after all names that come before it in any of the lists. -#}
{%- macro _in_one_order(lists) -%}
    {%- set ordered = [] -%}
    {%- for _ in lists | sum(start=[]) | unique -%}
        {%- set behind = lists | map('list') | list -%}
        {%- set heads = [] -%}
        {%- for names in behind if names -%}
            {%- do heads.append(names.pop(0)) -%}
        {%- endfor -%}
        {%- set free = heads | reject('in', behind | sum(start=[])) | list -%}
        {%- if not free -%}
            {%- do exceptions.raise_compiler_error('Dialects of one envelope state terms in contrary order: ' ~ heads | unique | join(', ') ~ '.') -%}
        {%- endif -%}
        {%- do ordered.append(free[0]) -%}
        {%- for names in lists if names and names[0] == free[0] -%}
            {%- do names.pop(0) -%}
        {%- endfor -%}
    {%- endfor -%}
    {{- return(ordered) -}}
{%- endmacro -%}
