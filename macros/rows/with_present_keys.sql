{#-
Changes of rows, each with the key that its table has now. A primary key can be redefined: messages of before name other
key columns. Such a change gets the values of the present key

- from its own images;
- where these lack a column of the key, from the change before it of the row that had the same values of the former key,
  also where that change names the present key: a key can come back.

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
        present_key, seen_keys, is_former, key_before, key_after, old_key, is_witness, new_key, added_step
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
            * except (witnessed),
            {#- A deleted row leaves no key behind: ''. #}
            if(is_former, coalesce(key_before, nullif(last_value(if(after is null, '', if(is_former, key_after, row_key)), true) over (
                partition by {{ table }}, coalesce(witnessed.key_columns, key_columns), coalesce(witnessed.row_key, row_key)
                order by position rows between unbounded preceding and 1 preceding
            ), '')), null) as old_key,
            witnessed is not null as is_witness
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
                left join ({{ changefeed._seen_keys(redefined) | indent(16) }}) using ({{ table }})
            )
        )
        lateral view explode(concat({{ changefeed._witnesses() | indent(8) }}, array(null))) as witnessed
    )
    where not is_witness
)
lateral view explode(if(is_former and old_key <> new_key, array(0, 1), array(0))) as added_step
{%- endmacro -%}


{#- The keys that messages of each table have named. -#}
{%- macro _seen_keys(redefined) -%}
{%- set table = changefeed.source_table_columns() | join(', ') -%}
select {{ table }}, collect_set(key_columns) as seen_keys
from {{ redefined }}
where what = 'seen'
group by {{ table }}
{%- endmacro -%}


{#-
Of a change with the present key, each other key that its table had and that it tells the values of: what a change with
that key, after it, is said to have been before.
-#}
{%- macro _witnesses() -%}
if(
    present_key is null or is_former or size(key_columns) = 0,
    array(),
    transform(
        array(coalesce(after, map_from_arrays(key_columns, from_json(row_key, 'array<string>')))),
        told -> transform(
            filter(coalesce(seen_keys, array()), seen -> seen <> key_columns and size(array_except(seen, map_keys(told))) = 0),
            seen -> struct(seen as key_columns, {{ changefeed.row_key('seen', 'told') }} as row_key)
        )
    )[0]
)
{%- endmacro -%}
