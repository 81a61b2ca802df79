{#- What an event of `table_events` does. A truncate empties the table it names also where its text is not understood. -#}
{%- macro understood_actions() -%}
case
    when is_understood then actions
    when operation = 'truncate' and source_table <> '' then array(named_struct(
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
