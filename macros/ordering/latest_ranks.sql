{#- The present rank of each ranked change, and the run that gave it. -#}
{%- macro latest_ranks(ranks) -%}
select
    feed, topic, topic_incarnation, partition, offset, message_index,
    max_by(concurrent_rank, ranked_batch_id) as concurrent_rank,
    max(ranked_batch_id) as ranked_batch_id
from {{ ranks }}
where what = 'rank'
group by all
{%- endmacro -%}
