{#-
The CTEs that give a message its table and key columns and judge its rows. The two messages of an update pair meet here.
The message with the row before leaves step 0 of a key change. The message with the row after leaves step 1, or the
whole update where the key is the same. A side whose other side is not among the messages is quarantined, and waits.
-#}
{%- macro place_messages(dialects, by_value=true, masks=[]) -%}
{%- set row_operations = "('" ~ changefeed.row_operations() | join("', '") ~ "')" -%}
{%- set has_pairs = changefeed.sending_pairs(dialects) -%}
{%- set has_events = changefeed.with_events(dialects) -%}
{%- set left_out = changefeed.left_out_tables(changefeed.selection()) if by_value else 'false' -%}
{{ 'placed_messages' if left_out == 'false' else 'named_messages' }} as (

    select
        * except (
            declared_keys, declared_types, database_override, schema_override,
            source_database, source_schema, source_table, key_columns
        ),
        operation in {{ row_operations }} as is_row_change,
        {{ changefeed.or_of_feed('source_database', 'database') }} as source_database,
        {{ changefeed.or_of_feed('source_schema', 'schema') }} as source_schema,
        coalesce(source_table, '') as source_table,
        {%- if by_value %}
        if(declared_types is null, null, {{ changefeed.declared_for_table('declared_types', 'source_database', 'source_schema', 'source_table') }}) as declared_types,
        {%- endif %}
        {#-
        The columns of a key are sorted by name. Services name them in the order of the table, dumps in another order,
        and both are one key.
        #}
        sort_array(coalesce(
            {{ changefeed.declared_for_table('declared_keys', 'source_database', 'source_schema', 'source_table') }},
            key_columns
        )) as key_columns
    from read_messages

),
{{- changefeed._without_left_out(left_out) if left_out != 'false' }}

{% if has_pairs -%}
paired_messages as (

    select
        * except (reason, after_rows, before_rows, after_of_pair, before_of_pair),
        case
            when reason is not null then reason
            when pair_side is not null and (after_of_pair is null or before_of_pair is null) then 'unpaired_update'
        end as reason,
        if(pair_side is null, after_rows, after_of_pair) as after_rows,
        if(pair_side is null, before_rows, before_of_pair) as before_rows
    from (
        select
            *,
            first(if(pair_side = 'after', after_rows, null), true) over pair as after_of_pair,
            first(if(pair_side = 'before', before_rows, null), true) over pair as before_of_pair
        from placed_messages
        window pair as (
            partition by
                feed, source_database, source_schema, source_table, source_sequence,
                if(
                    pair_side is null or source_sequence is null or reason is not null,
                    struct(topic, topic_incarnation, partition, offset),
                    null
                )
        )
    )

),

{% endif -%}
{{ 'judged_events' if has_events else 'judged_messages' }} as (

    select
        * except (reason),
        case
            when reason is not null then reason
            when not is_row_change then null
            when source_table = '' then 'table_missing'
            when key_columns is null then 'no_key_declared'
            when exists(key_columns, name -> name is null) or size(array_distinct(key_columns)) <> size(key_columns) then 'key_names_unusable'
            when size(key_columns) > 0
                and {{ changefeed.any_row("if(operation = 'delete', before_rows, after_rows)", changefeed._lacks_key) }}
                then 'key_absent'
            {%- if masks | rejectattr('action', 'equalto', 'hash') | list %}
            when {{ changefeed.has_masked_key(masks) | indent(16) }} then 'key_masked'
            {%- endif %}
        end as reason
    from {{ 'paired_messages' if has_pairs else 'placed_messages' }}

)
{%- if has_events -%}
,

{#-
A message is decoded whole or quarantined whole. Of a message with a fault, only the first faulty event remains; it has
the reason.
#}
judged_messages as (

    select * except (event_index, first_fault), if(reason is null, event_index, 0) as event_index
    from (
        select
            *,
            min(if(reason is null, null, event_index)) over (
                partition by feed, topic, topic_incarnation, partition, offset
            ) as first_fault
        from judged_events
    )
    where coalesce(first_fault = event_index, true)

)
{%- endif -%}
{%- endmacro -%}


{#-
Whether a row lacks one of key_columns. Inside a lambda, map_contains_key raises an error when it finds the key, so it
is asked only for a key without a value. In a delete of PostgreSQL, NULL is the same: the columns of a primary key are
never NULL, and a delete with those of another index has NULL for them.
-#}
{%- macro _lacks_key(row) -%}
exists(key_columns, k -> {{ row }}[k] is null and (source_kind = 'postgresql' and operation = 'delete' or not coalesce(map_contains_key({{ row }}, k), false)))
{%- endmacro -%}


{#- The CTE placed_messages of named_messages: of a table that the project leaves out, a message has no row. -#}
{%- macro _without_left_out(left_out) %}

placed_messages as (

    select
        * except (is_left_out, operation, is_row_change, after_rows, before_rows, statement, column_types, pair_side),
        if(is_left_out, 'left_out', operation) as operation,
        is_row_change and not is_left_out as is_row_change,
        if(is_left_out, null, after_rows) as after_rows,
        if(is_left_out, null, before_rows) as before_rows,
        if(is_left_out, null, statement) as statement,
        if(is_left_out, null, column_types) as column_types,
        if(is_left_out, null, pair_side) as pair_side
    from (
        select
            *,
            reason is null
            and (is_row_change or operation in ('truncate', 'ddl'))
            and {{ left_out | trim }} as is_left_out
        from named_messages
    )

),
{%- endmacro -%}
