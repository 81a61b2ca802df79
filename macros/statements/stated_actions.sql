{#-
What an event of `table_events` says, with names as the event spells them. A truncate empties the table that it names,
also where its text is not understood. `is_understood` is a condition on the event. By default an event whose names may
mean several tables is included.
-#}
{%- macro stated_actions(is_understood='size(actions) > 0') -%}
case
    when {{ is_understood }} then actions
    when operation = 'truncate' and source_table <> '' and size(actions) = 0 then array(named_struct(
        'action', 'truncate',
        'source_database', source_database,
        'source_schema', source_schema,
        'source_table', source_table,
        'new_database', '',
        'new_schema', '',
        'new_table', '',
        'column_name', '',
        'new_column_name', '',
        'column_type', '',
        'column_default', cast(null as string)
    ))
end
{%- endmacro -%}
