{#-
A query: what statements that came after a decode batch do to tables and columns (event_actions), with the messages that
they came in (`statements`).
-#}
{%- macro new_statements(actions, statements, seen_batch_id) -%}
select
    {%- for name in changefeed.source_table_columns() %}
    actions.{{ name }},
    {%- endfor %}
    actions.action,
    actions.column_name,
    actions.new_column_name,
    concat_ws('.', nullif(actions.new_database, ''), nullif(actions.new_schema, ''), actions.new_table) as new_table,
    actions.column_type,
    actions.action_index,
    statements.topic,
    statements.topic_incarnation,
    statements.partition,
    statements.offset,
    statements.message_index,
    statements.batch_id,
    coalesce(statements.source_at, statements.position.ordered_at) as first_seen_at
from {{ actions }} as actions
inner join {{ statements }} as statements
    on
        actions.feed = statements.feed
        {%- for name in ['topic', 'topic_incarnation', 'partition', 'offset', 'message_index'] %}
        and actions.position.{{ name }} = statements.{{ name }}
        {%- endfor %}
where
    actions.decode_batch_id > {{ seen_batch_id }}
    and actions.statement is not null
    and actions.action in ('add_column', 'drop_column', 'rename_column', 'change_type', 'rename_table', 'drop_table')
{%- endmacro -%}
