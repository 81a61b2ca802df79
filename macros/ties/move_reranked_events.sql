{#- Moves the statements that got another rank: for what is made of `table_events`, they are new ones, in their new place. -#}
{%- macro move_reranked_events(events, rerankings) -%}
    {%- if execute and changefeed.high_water(rerankings, ['ranked_batch_id'])[0] -%}
        {%- do run_query(
            'merge into ' ~ events ~ ' as events using (' ~ changefeed.latest_rerankings(rerankings, 'true') ~ ') as reranked on '
            ~ changefeed.is_reranked('events', 'reranked', 'events')
            ~ ' and events.decode_batch_id < reranked.ranked_batch_id and not events.position.tie_rank <=> reranked.tie_rank'
            ~ ' when matched then update set position.tie_rank = reranked.tie_rank, decode_batch_id = reranked.ranked_batch_id'
        ) -%}
    {%- endif -%}
{%- endmacro -%}
