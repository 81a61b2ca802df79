{#-
The read batches that `decoded` has not read yet. Each range counts once, also where it is decoded again. Decoding a
feed again comes before reading or retrying the range. Of two retries of a partition the last counts.
-#}
{%- macro read_batches_to_decode(read_batches, decoded_batch_id, open, is_first) -%}
{%- if not (open.retries or open.redecoded_feeds) -%}
select * from {{ read_batches }}
where decode_batch_id > {{ decoded_batch_id }} and kind <> 'declared'
{%- else -%}
select * except (nth)
from (
    select
        *,
        row_number() over (
            partition by topic, topic_incarnation, partition, kind = 'retry', if(kind = 'retry', 0, first_batch_id)
            order by kind = 'redecode' desc, decode_batch_id desc
        ) as nth
    from {{ read_batches }}
    where decode_batch_id > {{ decoded_batch_id }} and kind <> 'declared'
)
where
    nth = 1
    {%- if is_first %}
    and kind <> 'retry'
    {%- elif open.redecoded_feeds %}
    and not (kind = 'retry' and feed in ({{ changefeed.sql_strings(open.redecoded_feeds) }}))
    {%- endif %}
{%- endif -%}
{%- endmacro -%}
