{{ config(description='A decoded message says what happened in one of the canonical operations.') }}

{%- set found = changefeed.found_by_run(ref('changefeed_decoded'), ref('changefeed_read_batches')) %}
{%- if found and not found.strange %}
{{ changefeed.nothing_found(['feed', 'topic', 'partition', 'offset', 'operation']) }}
{%- else %}
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
{%- endif %}
