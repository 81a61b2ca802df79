{#-
Folds row changes to one row for each key that they touch.

A row with a key is its last whole image with every later part laid over it. A part is a partial image, or what a delete
knows of the row. whole_position is the position of the last whole image. Where the changes have no whole image,
whole_position is NULL, and the parts lie over the stored row. For that, `part` lacks the defaults of columns that were
added after the first part: the stored row has them. needs_base says that a partial image moved here from another key,
so that the row of that key is needed. No change before settled_position can matter any more. settled_position is NULL
without a whole image, and for a key from which a partial image moved away (is_moved_away): the row that it went to
depends on all changes before. Without partial images (has_parts is false) the last change is the row, and no images are
collected.

Rows of a table without a key are counted. A count never falls below zero. So the fold needs the sum of the copies added
and removed (copies_added) and the lowest point on the way there (copies_low). copies, is_deleted and copies_missed hold
for a row that begins with these changes; copies_missed says how often a copy was to be removed that was not there. An
update that leaves the image as it was removes a copy and puts it back. A change that was sent again, or that lies
before the last truncate of its table, counts nothing. Counting takes the changes in order, so it is left out where no
table lacks a key (has_keyless is false).
-#}
{%- macro folded_changes(changes, has_actions=false, has_keyless=true, has_parts=true) -%}
{%- set identity = changefeed.identity_columns() | join(', ') -%}
{%- set whole_row = changefeed.with_column_actions('whole_row', 'whole_position', 'table_actions', until='last.position')
    if has_actions else 'whole_row' -%}
{%- set lowest_row = 'coalesce(' ~ whole_row ~ ', ' ~ changefeed.with_column_actions(
    'cast(map() as map<string,string>)', 'first_position', 'table_actions', until='last.position'
) ~ ')' if has_actions else whole_row -%}
{%- set parts = 'transform(parts, part -> named_struct(' ~ "'position', part.position, 'image', "
    ~ changefeed.with_column_actions('part.image', 'part.position', 'table_actions', until='last.position', is_whole=false) ~ '))'
    if has_actions else 'parts' -%}
{%- set copies = 'if(size(key_columns) = 0 and (is_copy' ~ (' or ' ~ changefeed.precedes_reset('position', 'table_actions') if has_actions else '') ~ '), null, '
    ~ changefeed.copies_of_change() ~ ')' -%}
select
    {{ identity }},
    last.key_columns,
    {%- if has_parts %}
    if(size(parts) = 0, whole_row, {{ changefeed.laid_over(lowest_row, parts) | indent(4) }}) as row,
    {%- if has_actions %}
    {{ changefeed.laid_over('null', parts) | indent(4) }} as part,
    {%- endif %}
    whole_position,
    if(is_moved_away, null, whole_position) as settled_position,
    exists(parts, part -> part.is_moved) as needs_base,
    is_moved_away,
    {%- else %}
    last.image as row,
    last.position as settled_position,
    false as needs_base,
    {%- endif %}
    if(is_keyless, copies_added - copies_low, if(last.is_deleted, 0, 1)) as copies,
    if(is_keyless, copies_added - copies_low = 0, last.is_deleted) as is_deleted,
    last.operation,
    last.changed_at,
    last.position,
    {%- if has_keyless or has_parts %}
    first_position,
    {%- endif %}
    is_keyless,
    copies_added,
    copies_low,
    if(is_keyless, -copies_low, 0L) as copies_missed,
    {%- if has_actions %}
    table_actions,
    {%- endif %}
    applied_batch_id
from (
    select
        *
        {%- if has_parts %}
        except (parts),
        filter(parts, part -> coalesce(part.position > whole_position, true)) as parts
        {%- endif %}
    from (
        select
            {{ identity }},
            max_by(
                named_struct(
                    'key_columns', key_columns,
                    'is_deleted', after is null,
                    'operation', operation,
                    'changed_at', source_at,
                    {%- if not has_parts %}
                    'image', image,
                    {%- endif %}
                    'position', position
                ),
                position
            ) as last,
            {%- if has_keyless or has_parts %}
            min(position) as first_position,
            {%- endif %}
            {%- if has_parts %}
            max_by(image, position) filter (where is_whole) as whole_row,
            max(position) filter (where is_whole) as whole_position,
            collect_list(named_struct('position', position, 'image', image, 'is_moved', previous_row_key is not null))
                filter (where not is_whole) as parts,
            bool_or(is_partial and after is null and operation = 'update') as is_moved_away,
            {%- endif %}
            {%- if has_keyless %}
            size(max_by(key_columns, position)) = 0 as is_keyless,
            coalesce(sum(copies), 0) as copies_added,
            least(coalesce(min(running_copies - if(copies = 0, 1, 0)), 0), 0) as copies_low,
            {%- else %}
            false as is_keyless,
            0L as copies_added,
            0L as copies_low,
            {%- endif %}
            {%- if has_actions %}
            any_value(table_actions) as table_actions,
            {%- endif %}
            max(decode_batch_id) as applied_batch_id
        from (
            select
                *
                {%- if has_keyless %},
                sum(copies) over (partition by {{ identity }} order by position) as running_copies
                {%- endif %}
            from (
                select
                    *,
                    {{ changefeed.image_of_change() }} as image
                    {%- if has_parts %},
                    {{ changefeed.is_whole_change() }} as is_whole
                    {%- endif %}
                    {%- if has_keyless %},
                    {{ copies | indent(20) }} as copies
                    {%- endif %}
                from {{ '(' ~ changefeed.with_copies(changes) ~ ')' if has_keyless else changes }}
            )
        )
        group by {{ identity }}
    )
)
{%- endmacro -%}
