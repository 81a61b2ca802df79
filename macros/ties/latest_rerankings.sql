{#- Each change that got another rank, with the last one it got. -#}
{%- macro latest_rerankings(rerankings, which) -%}
select
    feed, topic, topic_incarnation, partition, offset, message_index, batch_id,
    max_by(tie_rank, ranked_batch_id) as tie_rank,
    min(decode_batch_id) as decode_batch_id,
    max(ranked_batch_id) as ranked_batch_id
from {{ rerankings }}
where {{ which }}
group by all
{%- endmacro -%}
