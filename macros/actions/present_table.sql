{#-
The name that a table has now, from the name that it had at a position: a struct of source_database, source_schema,
source_table and is_dropped. Later renames are followed, in order. A table that was dropped before another took its name
has no name any more: its source_table is ''. Within a statement, action_index gives the order.
-#}
{%- macro present_table(relation, position, renames, action_index=none, is_dropped='false') -%}
{%- set parts = ['database', 'schema', 'table'] -%}
{%- set renamed_at = 'coalesce(step.positions[' ~ changefeed.topic_partition(position) ~ '], step.position)' -%}
aggregate(
    filter(
        {{ renames }},
        step -> {{ position }} < {{ renamed_at }}
        {%- if action_index %} or ({{ position }} = {{ renamed_at }} and {{ action_index }} < step.action_index){% endif %}
    ),
    named_struct(
        {%- for part in parts %}
        'source_{{ part }}', {{ relation }}source_{{ part }},
        {%- endfor %}
        'is_dropped', {{ is_dropped }}
    ),
    (name, step) -> case
        when step.action = 'rename_table' and {{ changefeed._is_named('source') }} then named_struct(
            {%- for part in parts %}
            'source_{{ part }}', step.new_{{ part }},
            {%- endfor %}
            'is_dropped', false
        )
        when step.action = 'rename_table' and name.is_dropped and {{ changefeed._is_named('new') }} then named_struct(
            'source_database', '', 'source_schema', '', 'source_table', '', 'is_dropped', true
        )
        when step.action = 'drop_table' and {{ changefeed._is_named('source') }} then named_struct(
            {%- for part in parts %}
            'source_{{ part }}', name.source_{{ part }},
            {%- endfor %}
            'is_dropped', true
        )
        else name
    end
)
{%- endmacro -%}


{#- Whether a step of present_table() is about the table's name. `prefix` is source or new. -#}
{%- macro _is_named(prefix) -%}
name.source_database = step.{{ prefix }}_database
and name.source_schema = step.{{ prefix }}_schema
and name.source_table = step.{{ prefix }}_table
{%- endmacro -%}
