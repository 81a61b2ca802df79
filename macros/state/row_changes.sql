{#- The changes of the log that change a row, with whole images. -#}
{%- macro row_changes(log) -%}
select
    {{ changefeed.identity_columns() | join(',\n    ') }},
    key_columns,
    previous_row_key,
    coalesce(is_partial, false) as is_partial,
    operation,
    before,
    after,
    source_at,
    position,
    decode_batch_id
from {{ log }}
where operation in ('{{ changefeed.row_operations() | join("', '") }}')
{%- endmacro -%}
