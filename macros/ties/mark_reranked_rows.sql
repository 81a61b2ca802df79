{#-
Marks the rows of changes that got another rank since the rows were folded last, to be folded again from the log. A version is known by the
position of its change: it is moved.
-#}
{%- macro mark_reranked_rows(rows, rerankings, keeps_versions=false) -%}
    {%- set ranked_batch_id = changefeed.high_water(rerankings, ['ranked_batch_id'])[0] -%}
    {%- set applied_batch_id = changefeed.high_water(rows, ['applied_batch_id'])[0] if ranked_batch_id else 0 -%}
    {%- if ranked_batch_id > applied_batch_id -%}
        {%- set which = 'ranked_batch_id > ' ~ applied_batch_id ~ ' and decode_batch_id <= ' ~ applied_batch_id -%}
        {%- set reranked = '(' ~ changefeed.latest_rerankings(rerankings, which) ~ ')' -%}
        {%- if keeps_versions -%}
            {%- do run_query(
                'merge into ' ~ rows ~ ' as stored using ' ~ reranked ~ ' as reranked on '
                ~ changefeed.is_reranked('stored', 'reranked', 'stored.position')
                ~ ' when matched then update set position.tie_rank = reranked.tie_rank, refold_batch_id = stored.applied_batch_id'
            ) -%}
        {%- else -%}
            {%- set log = '(select log.* from ' ~ ref('changefeed_decoded') ~ ' as log left semi join ' ~ reranked ~ ' as reranked on log.batch_id = reranked.batch_id and '
                ~ changefeed.is_reranked('log', 'reranked', 'log') ~ ')' -%}
            {%- set actions, renames = ref('changefeed_table_actions'), ref('changefeed_table_renames') -%}
            {%- if not changefeed.has_table_actions(ref('changefeed_event_actions'), source('changefeed', 'sweeps')) -%}
                {%- set actions, renames = none, none -%}
            {%- endif -%}
            {%- do run_query(
                'merge into ' ~ rows ~ ' as stored using (select distinct ' ~ changefeed.identity_columns() | join(', ') ~ ' from ('
                ~ changefeed.row_changes(log, actions=actions, renames=renames) ~ ')) as reranked on stored.refold_batch_id is null'
                ~ changefeed._same_row('stored', 'reranked')
                ~ ' when matched then update set refold_batch_id = stored.applied_batch_id'
            ) -%}
        {%- endif -%}
    {%- endif -%}
{%- endmacro -%}
