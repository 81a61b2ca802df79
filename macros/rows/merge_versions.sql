{#-
Merges new versions into the stored ones. A version is known by its row and by the position of the change that opened
it.
- A late version is not stored. It marks its row, and the row is followed through the log again.
- A version whose image lies over the image of another key has no image until its row is followed through the log again.
- Where tables are rebuilt (has_gone), the versions that are gone are deleted.
-#}
{%- macro merge_versions(versions, sql, has_gone=false, is_refold=false) -%}
{%- set columns = changefeed.columns_of_new_version() -%}
{%- set identity = changefeed.identity_columns() -%}
merge into {{ versions }} as stored
using (
    {{ sql }}
) as new
on
    stored.position = new.position
    {%- for column in identity %}
    and stored.{{ column }} = new.{{ column }}
    {%- endfor %}
{%- if has_gone %}
when matched and new.is_gone then delete
{%- endif %}
when matched then update set
    {%- for column, value in columns.items() if column not in identity + ['table_bucket', 'refold_batch_id'] %}
    {{ column }} = {{ value }},
    {%- endfor %}
    refold_batch_id = if(new.is_late or new.needs_base, new.applied_batch_id, {{ 'null' if is_refold else 'stored.refold_batch_id' }})
when not matched then insert ({{ columns | join(', ') }})
values ({{ columns.values() | join(', ') }})
{%- endmacro -%}
