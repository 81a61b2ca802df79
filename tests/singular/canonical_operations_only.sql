{{ config(description='A decoded message says what happened in one of the canonical operations.') }}

select
    feed,
    topic,
    partition,
    offset,
    operation
from {{ ref('changefeed_decoded') }}
where
    {{ changefeed.of_this_run('decode_batch_id', ref('changefeed_read_batches')) }}
    and reason is null
    and coalesce(operation, '') not in ('{{ changefeed.operations() | join("', '") }}')
