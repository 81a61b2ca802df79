{#-
The CTEs that decode every row of `messages`, ending in decoded_changes: the columns of the message beside those of each
change it carries. Each message is parsed once. It is decoded whole or quarantined whole: if any of its changes has a
fault, it leaves one row with the first fault's reason and detail, and nothing that could be taken for a row. The two messages of
an update pair meet here: the one with the row before leaves step 0 of a key change, the one with the row after leaves step 1, or
the whole update where the key is the same. One whose other half is not among the messages is quarantined, and waits.
-#}
{%- macro decode_messages(messages, dialects) -%}
{%- set envelopes = changefeed.envelopes(dialects) -%}
{%- set known = changefeed.dialects() -%}
{%- set faults = {} -%}
{%- for dialect in dialects -%}
    {%- do faults.update({dialect.name: [changefeed.wrong_dialect_fault(dialect, known)] + dialect.changes.faults + changefeed.envelope_faults(dialect)}) -%}
{%- endfor -%}
{%- set row_operations = "('" ~ changefeed.row_operations() | join("', '") ~ "')" -%}
{%- set has_pairs = changefeed.sending_pairs(dialects) -%}
{%- set is_spent_half = "coalesce(pair_half = 'before' and key_before = key_after, false)" if has_pairs else 'false' -%}
{#- pair_half is among what is exploded only where the columns beside it read it too: Spark 4.0 drops the wrong column otherwise. -#}
{%- set steps_of_key_change = "case pair_half when 'before' then array(0) when 'after' then array(1) else array(0, 1) end"
    if has_pairs else 'array(0, 1)' -%}
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
        {%- for envelope, dialect in envelopes.items() %},
        if(
            text_fault is null and dialect in ('{{ dialects | selectattr('envelope', 'equalto', envelope) | map(attribute='name') | join("', '") }}'),
            {{ changefeed.parse_json('value_text', dialect) | indent(12) }},
            null
        ) as {{ envelope }}_parsed
        {%- endfor %}
    from texts

),

envelopes as (

    select
        * {%- if envelopes %} except ({{ envelopes | join('_parsed, ') }}_parsed) {%- endif %}
        {%- for envelope, dialect in envelopes.items() %},
        {{ envelope }}_parsed.unread is not null as {{ envelope }}_is_unread,
        if(
            {{ changefeed.is_whole(envelope ~ '_parsed', 'value_text', dialect) | indent(12) }},
            {{ changefeed.unmarked_envelope(envelope ~ '_parsed.changefeed_message[0]', dialect) | indent(12) }},
            null
        ) as {{ envelope }}
        {%- endfor %}
    from parsed_messages

),

reasoned_messages as (

    select
        *,
        case
            when text_fault is not null then text_fault
            {%- for dialect in dialects %}
            when value is not null and dialect = '{{ dialect.name }}' then case
                when {{ dialect.envelope }} is null then 'invalid_json'
                when size(array_distinct(names)) <> size(names) then 'duplicate_name'
                {%- for fault in faults[dialect.name] %}
                when {{ fault.when | indent(20) }} then '{{ fault.reason }}'
                {%- endfor %}
            end
            {%- endfor %}
        end as reason
    from envelopes

),

read_messages as (

    select
        {{ changefeed.message_columns() | join(',\n        ') }},
        declared_keys,
        database_override,
        schema_override,
        reason,
        coalesce(
            {{ changefeed.text_fault_in_words('reason') | indent(12) }},
            case dialect
                {%- for dialect in dialects %}
                when '{{ dialect.name }}' then case reason
                    {%- for fault in faults[dialect.name] %}
                    when '{{ fault.reason }}' then {{ fault.detail | indent(20) }}
                    {%- endfor %}
                end
                {%- endfor %}
            end
        ) as detail,
        if(value is null, 'other', {{ changefeed._read('operation', 'string', dialects) | indent(8) }}) as operation
        {%- for field, type in changefeed.change_fields().items() if field != 'operation' %},
        {{ changefeed._read(field, type, dialects) | indent(8) }} as {{ field }}
        {%- endfor %}
    from reasoned_messages

),

placed_messages as (

    select
        * except (
            declared_keys, database_override, schema_override,
            source_database, source_schema, source_table, key_columns
        ),
        operation in {{ row_operations }} as is_row_change,
        coalesce(database_override, source_database, '') as source_database,
        coalesce(schema_override, source_schema, '') as source_schema,
        coalesce(source_table, '') as source_table,
        -- In whatever order a key's columns are named: services follow the table's order, dumps another, and it is one key.
        sort_array(coalesce(
            {{ changefeed.declared_for_table('declared_keys', 'source_database', 'source_schema', 'source_table') }},
            key_columns
        )) as key_columns
    from read_messages

),

{% if has_pairs -%}
paired_messages as (

    select
        * except (reason, after_rows, before_rows, after_of_pair, before_of_pair),
        case
            when reason is not null then reason
            when pair_half is not null and (after_of_pair is null or before_of_pair is null) then 'waiting_half'
        end as reason,
        if(pair_half is null, after_rows, after_of_pair) as after_rows,
        if(pair_half is null, before_rows, before_of_pair) as before_rows
    from (
        select
            *,
            first(if(pair_half = 'after', after_rows, null), true) over pair as after_of_pair,
            first(if(pair_half = 'before', before_rows, null), true) over pair as before_of_pair
        from placed_messages
        window pair as (
            partition by
                feed, source_database, source_schema, source_table, source_sequence,
                if(
                    pair_half is null or source_sequence is null or reason is not null,
                    struct(topic, topic_incarnation, partition, offset),
                    null
                )
        )
    )

),

{% endif -%}
judged_messages as (

    select
        * except (reason),
        case
            when reason is not null then reason
            when not is_row_change then null
            when source_table = '' then 'table_missing'
            when key_columns is null then 'no_key_declared'
            when exists(key_columns, name -> name is null) or size(array_distinct(key_columns)) <> size(key_columns) then 'key_names_unusable'
            when size(key_columns) > 0
                and {{ changefeed.any_row("if(operation = 'delete', before_rows, after_rows)", changefeed._lacks_key('r')) }}
                then 'key_absent'
        end as reason
    from {{ 'paired_messages' if has_pairs else 'placed_messages' }}

),

row_changes as (

    select
        judged_messages.* except (after_rows, before_rows, detail),
        coalesce(message_index, 0) as message_index,
        row.after_rows as after,
        row.before_rows as before,
        {{ changefeed._fault_in_words() | indent(8) }} as detail
    from judged_messages
    lateral view outer posexplode(
        if(reason is null and is_row_change, arrays_zip(after_rows, before_rows), null)
    ) as message_index, row

),

keyed_changes as (

    select
        *,
        case
            when reason is not null or not is_row_change or operation not in ('update', 'delete') then null
            when size(key_columns) > 0 then {{ changefeed.row_key('key_columns', 'before', fallback='after') }}
            when is_before_changed_only and operation = 'update'
                then {{ changefeed.image_key(changefeed.overlay('after', 'before')) }}
            else {{ changefeed.image_key('before') }}
        end as key_before,
        case
            when reason is not null or not is_row_change or operation = 'delete' then null
            when size(key_columns) > 0 then {{ changefeed.row_key('key_columns', 'after') }}
            else {{ changefeed.image_key('after') }}
        end as key_after
    from row_changes

),

decoded_changes as (

    select
        * except (
            key_before, key_after, is_row_change, step, before, after, is_before_changed_only, operation, pair_half
        ),
        step,
        case when reason is not null then null when {{ is_spent_half }} then 'other' else operation end as operation,
        if(
            {{ is_spent_half }},
            '',
            coalesce(if(step = 0 and operation = 'update', key_before, key_after), key_before, '')
        ) as row_key,
        if(step = 1, key_before, null) as previous_row_key,
        case
            when step = 1 or {{ is_spent_half }} then null
            when key_before <> key_after and is_before_changed_only and (size(key_columns) = 0 or not coalesce(is_partial, false)) then {{ changefeed.overlay('after', 'before') }}
            else before
        end as before,
        is_before_changed_only and not coalesce(key_before <> key_after, false) as is_before_changed_only,
        if(step = 0 and key_before <> key_after or {{ is_spent_half }}, null, after) as after
    from keyed_changes
    lateral view explode(if(key_before <> key_after, {{ steps_of_key_change }}, array(0))) as step

)
{%- endmacro -%}


{#- One field of a change, from whichever dialect the message is in; of a message with a fault only the names of its table. -#}
{%- macro _read(field, type, dialects) -%}
{%- set branches = [] -%}
{%- for dialect in dialects if field in dialect.changes -%}
    {%- do branches.append("when '" ~ dialect.name ~ "' then " ~ dialect.changes[field]) -%}
{%- endfor -%}
{%- set is_read = 'dialect' if field in ['source_database', 'source_schema', 'source_table'] else 'if(reason is null, dialect, null)' -%}
cast({{ 'case ' ~ is_read ~ ' ' ~ branches | join(' ') ~ ' end' if branches else 'null' }} as {{ type }})
{%- endmacro -%}


{#- Inside a lambda map_contains_key throws when it finds the key: it is asked only of a key without value. -#}
{%- macro _lacks_key(r) -%}
exists(key_columns, k -> <r>[k] is null and not map_contains_key(<r>, k))
{%- endmacro -%}


{%- macro _fault_in_words() -%}
case
    when reason is null or detail is not null then detail
    when reason = 'table_missing' then 'The message names no table for its rows.'
    else concat(
        array_join(filter(array(source_database, source_schema, source_table), part -> part <> ''), '.'),
        case reason
            when 'no_key_declared' then concat(
                ': the message names no key columns and seeds/table_keys.csv declares none. Add a line there (with empty ',
                'key_columns if the table has no key). If the table has a primary key, the source may log partial rows: ',
                'set binlog_row_image=FULL.'
            )
            when 'waiting_half' then concat(
                ': this is the row ', pair_half, ' an update, and the message with the other half has not come. ',
                'Each run that reads messages looks for it.'
            )
            when 'key_names_unusable' then concat(
                ': the names of the key columns hold a null, or one name twice (', to_json(key_columns),
                '). Declare the key in seeds/table_keys.csv if this table has one.'
            )
            when 'key_absent' then concat(': a row lacks one of the key columns ', array_join(key_columns, ', '), '.')
        end
    )
end
{%- endmacro -%}
