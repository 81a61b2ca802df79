{{
    config(
        materialized='fold',
        alias='current_rows',
        partition_by=['feed', 'source_table'],
    )
}}

{%- if execute and should_full_refresh() and changefeed.removed_batch_id(source('changefeed', 'removals')) -%}
    {%- do changefeed.refuse_rebuild_after_removal('a full refresh') -%}
{%- endif -%}
{%- set applied_batch_id = 0 if changefeed.is_first_build() else changefeed.high_water(this, ['applied_batch_id'])[0] -%}
{%- set row_changes_are_new = changefeed.high_water(
    ref('changefeed_decoded'),
    ['decode_batch_id'],
    where='decode_batch_id > ' ~ applied_batch_id ~ " and operation in ('" ~ changefeed.row_operations() | join("', '") ~ "')"
)[0] > 0 -%}

{%- set rebuilt_feeds = changefeed.rebuilt_feeds(this, ref('changefeed_windows')) -%}

{%- if row_changes_are_new or rebuilt_feeds or not execute -%}

with changes as (

    {{ changefeed.row_changes(ref('changefeed_decoded')) | indent(4) }}
        and (
            decode_batch_id > {{ applied_batch_id }}
            {%- if rebuilt_feeds %}
            or feed in ('{{ rebuilt_feeds | join("', '") }}')
            {%- endif %}
        )

)

{{ changefeed.folded_changes('changes') }}

{%- endif -%}
