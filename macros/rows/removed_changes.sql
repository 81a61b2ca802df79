{#-
The versions of rows with a key whose change is not in the log any more. Each has the columns of a change that leaves
the row as the version has it. `changes` are changes of the log. `same` are the columns that a version and its change
share besides their place in the messages.
-#}
{%- macro removed_changes(versions, changes, same) -%}
select
    *,
    cast(null as string) as previous_row_key,
    false as is_partial,
    if(is_deleted, row, null) as before,
    if(is_deleted, null, row) as after,
    valid_from as source_at,
    applied_batch_id as decode_batch_id
from {{ versions }} as versions
left anti join {{ changes }} as changes
    on
        {%- for part in ['topic', 'topic_incarnation', 'partition', 'offset', 'message_index', 'step'] %}
        {{ 'and ' if not loop.first }}versions.position.{{ part }} = changes.position.{{ part }}
        {%- endfor %}
        {%- for column in same %}
        and versions.{{ column }} = changes.{{ column }}
        {%- endfor %}
where size(key_columns) > 0 and row is not null
{%- endmacro -%}
