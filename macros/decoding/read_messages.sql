{#- The CTEs from envelopes to the fields of change_fields(), or to reason and detail. -#}
{%- macro read_messages(dialects, known) -%}
{%- set faults = {} -%}
{%- for dialect in dialects -%}
    {%- do faults.update({dialect.name: changefeed._faults(dialect, known)}) -%}
{%- endfor -%}
reasoned_messages as (

    select
        *,
        case
            when text_fault is not null then text_fault
            {%- for dialect in dialects %}
            when {{ changefeed.value_column([dialect]) }} is not null and dialect = '{{ dialect.name }}' then case
                {%- if dialect.envelope.format != 'avro' %}
                when {{ dialect.envelope.name }} is null then 'invalid_json'
                when size(array_distinct(names)) <> size(names) then 'duplicate_name'
                {%- elif dialect.envelope.ignores is defined %}
                when {{ dialect.envelope.ignores }} then null
                {%- endif %}
                {%- for reason, fault in faults[dialect.name].items() %}
                when {{ fault.when | indent(20) }} then '{{ reason }}'
                {%- endfor %}
            end
            {%- endfor %}
        end as reason
    from terms

),

read_messages as (

    select
        {{ changefeed.message_columns() | join(',\n        ') }},
        {%- if changefeed.with_events(dialects) %}
        coalesce(event_index, 0) as event_index,
        {%- endif %}
        declared_keys,
        declared_types,
        database_override,
        schema_override,
        reason,
        coalesce(
            {%- if dialects | selectattr('written', 'equalto', 'avro') | list %}
            frame_detail,
            {%- endif %}
            {{ changefeed.text_fault_in_words('reason', changefeed.value_column(dialects), dialects) | indent(12) }},
            {%- if dialects | rejectattr('envelope.format', 'equalto', 'avro') | list %}
            case reason when 'duplicate_name' then {{ changefeed._names_told_twice() | indent(12) }} end,
            {%- endif %}
            case dialect
                {%- for dialect in dialects %}
                when '{{ dialect.name }}' then case reason
                    {%- for reason, fault in faults[dialect.name].items() %}
                    when '{{ reason }}' then {{ fault.detail | indent(20) }}
                    {%- endfor %}
                end
                {%- endfor %}
            end
        ) as detail,
        if(
            {{ changefeed.value_column(dialects) }} is null and not {{ changefeed.reads_tombstone(dialects) }},
            'other',
            {{ changefeed._read('operation', 'string', dialects) | indent(12) }}
        ) as operation
        {%- for field, type in changefeed.change_fields().items() if field != 'operation' %},
        {{ changefeed._read(field, type, dialects) | indent(8) }} as {{ field }}
        {%- endfor %}
    from reasoned_messages

)
{%- endmacro -%}


{#-
One field of a change, from the dialect of the message. Of a message with a fault, only the names of its table are read,
and key_left_out.
-#}
{%- macro _read(field, type, dialects) -%}
{%- set expressions = {} -%}
{%- for dialect in dialects if field in dialect.changes -%}
    {%- do expressions.update({dialect.name: dialect.changes[field]}) -%}
{%- endfor -%}
{%- set is_read = 'true' if field in ['source_database', 'source_schema', 'source_table', 'key_left_out'] else 'reason is null' -%}
cast({{ changefeed.by_dialect(expressions, dialects, is_read) }} as {{ type }})
{%- endmacro -%}


{#- The detail of a message that has a name at its top twice; NULL for other messages. -#}
{%- macro _names_told_twice() -%}
if(size(array_distinct(names)) <> size(names), concat(
    'The message names ', array_join(array_distinct(filter(names, (name, i) -> array_position(names, name) <= i)), ', '), ' more than once.'
), null)
{%- endmacro -%}


{#- All faults that a message of a dialect can have: reason → {when, detail}. The first fault that holds counts. -#}
{%- macro _faults(dialect, known) -%}
    {%- set found = {} -%}
    {%- set judged = [changefeed.avro_faults(dialect), dialect.faults] if dialect.envelope.format == 'avro'
        else [changefeed.wrong_dialect_fault(dialect, known), dialect.faults, changefeed.envelope_faults(dialect)] -%}
    {%- for faults in judged -%}
        {%- for reason, fault in faults.items() if fault.when != 'false' -%}
            {%- set first = found.pop(reason, none) -%}
            {#- Where both faults hold, both details are true. The shorter condition chooses between them. -#}
            {%- set told, other = (first, fault) if not first or first.when | length <= fault.when | length else (fault, first) -%}
            {%- do found.update({reason: fault if not first else {
                'when': '((' ~ first.when ~ ') or (' ~ fault.when ~ '))',
                'detail': 'if(' ~ told.when ~ ', ' ~ told.detail ~ ', ' ~ other.detail ~ ')',
            }}) -%}
        {%- endfor -%}
    {%- endfor -%}
    {{- return(found) -}}
{%- endmacro -%}
