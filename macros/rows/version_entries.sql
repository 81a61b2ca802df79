{#- Changes as entries of version_chain(). A change that was sent again opens no version. -#}
{%- macro version_entries(changes) -%}
select
    {{ changefeed.identity_columns() | join(', ') }},
    key_columns,
    operation,
    position,
    coalesce(source_at, position.ordered_at) as at,
    {{ changefeed.image_of_change() }} as image,
    {{ changefeed.is_whole_change() }} as is_whole,
    is_partial and previous_row_key is not null as is_moved,
    after is null as is_deleted,
    {{ changefeed.copies_of_change() | indent(4) }} as copies_added,
    if({{ changefeed.copies_of_change() | indent(4) }} = 0, 1, 0) as copies_dipped,
    decode_batch_id as applied_batch_id
from (
    {{ changefeed.with_copies(changes) | indent(4) }}
)
where not is_copy
{%- endmacro -%}
