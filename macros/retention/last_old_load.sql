{#-
A query: the last load whose messages are all old, at the end of a run's read batches; 0 where there is none.

The newest load and the newest decoded batch always stay, because they tell how far the warehouse has come. Loads and
batches are in the order of their numbers, whatever the clock said. Where the clock of a read batch was before that of
an earlier batch, or is in the future, its time does not count: such a batch is old when a later one is. A time in the
future says nothing about the read batches after it.

- days: a load is old after this many days; none for no such limit.
- most_messages: a load is old when more than this many messages came after it or with it; none for no such limit.
-#}
{%- macro last_old_load(messages, decoded, read_batches, days=none, most_messages=none) -%}
{%- set is_old = [] -%}
{%- if days is not none -%}
    {%- do is_old.append('opened_at < current_timestamp() - make_dt_interval(0, 0, 0, ' ~ days * 86400 ~ ') and opened_at >= youngest_before') -%}
{%- endif -%}
{%- if most_messages is not none -%}
    {%- do is_old.append('later_messages > ' ~ most_messages) -%}
{%- endif -%}
select coalesce(max(last_batch_id), 0)
from (
    select
        last_batch_id,
        max(opened_at) as opened_at,
        max(max(opened_at) filter (where opened_at <= current_timestamp())) over (order by last_batch_id) as youngest_before,
        max(decode_batch_id) as decode_batch_id,
        sum(sum(messages)) over (order by last_batch_id desc) as later_messages
    from {{ read_batches }}
    where kind = 'new'
    group by last_batch_id
)
where
    ({{ is_old | join(' or ') or 'false' }})
    and decode_batch_id < (select max(decode_batch_id) from {{ decoded }})
    and last_batch_id < (select max(batch_id) from {{ messages }})
{%- endmacro -%}
