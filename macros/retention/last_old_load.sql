{#-
A query: the last load that is older than is to be kept, at the end of a run's read batches; 0 when none is.

The newest load and the newest decoded batch always stay: how far the warehouse has come is read from them. Loads and
batches are in the order of their numbers, whatever the clock said. A read batch whose clock stood before that of an
earlier one, or stands in the future, has no date of its own: it is old when a later one is. A time that is still to
come says nothing about the read batches after it.
- days: what is older than this is old, none for no such bound.
- most_messages: what comes before as many later messages is old, none for no such bound.
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
