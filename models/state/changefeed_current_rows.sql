{{
    config(
        materialized='fold',
        alias='current_rows',
        partition_by=['feed', 'source_table'],
    )
}}

{%- set applied_batch_id = 0 if changefeed.is_first_build() else changefeed.high_water(this, 'applied_batch_id') -%}
{%- set decoded_batch_id = changefeed.high_water(ref('changefeed_decoded'), 'decode_batch_id') -%}

{%- if decoded_batch_id > applied_batch_id or not execute -%}

with changes as (

    {{ changefeed.row_changes(ref('changefeed_decoded')) | indent(4) }}
        and decode_batch_id > {{ applied_batch_id }}

)

{{ changefeed.folded_changes('changes') }}

{%- endif -%}
