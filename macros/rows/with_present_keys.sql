{#-
Changes of rows, each with the key that its table has now. A primary key can be redefined: messages of before name other
key columns. Such a change gets the values of the present key

- from its own images;
- where these lack a column of the key, from the change before it of the row that had the same former key.

Where a column of the present key changed while the former key stayed, the change is one of the key, in two steps. What
has the values in neither place keeps the key that it came with. All changes of a table are among `changes` where one of
them has a former key (refold_requests asks for that).
-#}
{%- macro with_present_keys(changes, redefined) -%}
{%- set table = changefeed.source_table_columns() | join(', ') -%}
{%- set position -%}
named_struct(
    {%- for part in ['epoch', 'sequence', 'ordered_at', 'concurrent_rank', 'topic', 'topic_incarnation', 'partition', 'offset', 'message_index', 'step'] %}
    '{{ part }}', position.{{ part }}{{ ' + added_step' if part == 'step' else ',' }}
    {%- endfor %}
)
{%- endset -%}
select
    * except (
        row_key, previous_row_key, key_columns, operation, after, position,
        present_key, is_former, key_before, key_after, old_key, new_key, added_step
    ),
    coalesce(if(added_step = 0 and (after is null or old_key <> new_key), old_key, new_key), row_key) as row_key,
    case
        when added_step = 1 then old_key
        when coalesce(old_key, new_key) is null then previous_row_key
    end as previous_row_key,
    if(coalesce(old_key, new_key) is null, key_columns, present_key) as key_columns,
    if(old_key <> new_key, 'update', operation) as operation,
    if(added_step = 0 and coalesce(old_key <> new_key, false), null, after) as after,
    {{ position }} as position
from (
    select
        *,
        if(after is null, null, coalesce(key_after, old_key)) as new_key
    from (
        select
            *,
            {#- A deleted row leaves no key behind: ''. #}
            if(is_former, coalesce(key_before, nullif(last_value(if(is_former and after is null, '', key_after), true) over (
                partition by {{ table }}, row_key order by position rows between unbounded preceding and 1 preceding
            ), '')), null) as old_key
        from (
            select
                *,
                if(is_former and size(array_except(present_key, map_keys(before))) = 0, {{ changefeed.row_key('present_key', 'before') }}, null) as key_before,
                if(is_former and size(array_except(present_key, map_keys(after))) = 0, {{ changefeed.row_key('present_key', 'after') }}, null) as key_after
            from (
                select *, present_key is not null and size(key_columns) > 0 and key_columns <> present_key as is_former
                from (
                    {{ changes | indent(20) }}
                )
                left join ({{ changefeed.present_keys(redefined) | indent(16) }}) using ({{ table }})
            )
        )
    )
)
lateral view explode(if(is_former and old_key <> new_key, array(0, 1), array(0))) as added_step
{%- endmacro -%}
