{#-
The image of a row after each change of its table, accumulated in order. A partial image takes the columns that it lacks
from the image before it, of the key that the row came from.
-#}
{%- macro accumulated_images(changes, has_actions=false) -%}
{%- set changes_of_table -%}
collect_list(named_struct(
    'position', position,
    'row_key', row_key,
    'base_key', if(is_partial, coalesce(previous_row_key, row_key), row_key),
    'is_whole', {{ changefeed.is_whole_change() }},
    'image', {{ changefeed.image_of_change() }}
))
{%- endset -%}
{%- set table = changefeed.source_table_columns() | join(', ') -%}
{%- set image_before = changefeed.with_column_actions('earlier.image', 'earlier.position', 'table_actions', until='change.position')
    if has_actions else 'earlier.image' -%}
select
    {{ table }},
    change.row_key,
    change.position,
    change.image
from (
    select
        {{ table }},
        aggregate(
            changes,
            slice(transform(changes, change -> struct(change.position, change.row_key, change.image)), 1, 0),
            (changes_before, change) -> concat(changes_before, array(struct(
                change.position,
                change.row_key,
                if(
                    change.is_whole,
                    change.image,
                    aggregate(
                        slice(filter(changes_before, before -> before.row_key = change.base_key), -1, 1),
                        change.image,
                        (image, earlier) -> {{ changefeed.overlay_with_paths(image_before, 'image') }}
                    )
                ) as image
            )))
        ) as changes
    from (
        select
            {{ table }},
            {%- if has_actions %}
            any_value(table_actions, true) as table_actions,
            {%- endif %}
            {{ changefeed.in_order(changes_of_table) | indent(12) }} as changes
        from {{ changes }}
        where size(key_columns) > 0
        group by {{ table }}
    )
)
lateral view explode(changes) as change
{%- endmacro -%}
