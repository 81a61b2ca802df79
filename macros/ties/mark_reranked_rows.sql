{#-
Marks the folded rows of changes that get another rank, to be folded again from the log. They go by the names that their tables had when they were
folded. A version is known by the position of its change: it is moved.
-#}
{%- macro mark_reranked_rows(log, reranked) -%}
    {%- set rows, versions = [changefeed.beside(log, 'folded_rows'), changefeed.beside(log, 'versions')] -%}
    {%- set actions, renames = [changefeed.beside(log, 'table_actions'), changefeed.beside(log, 'table_renames')] -%}
    {%- set has_actions = load_relation(actions) is not none and load_relation(renames) is not none -%}
    {%- set changes -%}
        (
            select log.* from {{ log }} as log
            left semi join {{ reranked }} as reranked
                on log.batch_id = reranked.batch_id and {{ changefeed.is_reranked('log', 'reranked', 'log') }}
        )
    {%- endset -%}
    {%- if load_relation(rows) is not none -%}
        {%- do run_query(
            'merge into ' ~ rows ~ ' as stored using (select distinct ' ~ changefeed.identity_columns() | join(', ') ~ ' from ('
            ~ changefeed.row_changes(changes, actions=actions if has_actions else none, renames=renames if has_actions else none)
            ~ ')) as reranked on stored.refold_batch_id is null' ~ changefeed.same_row('stored', 'reranked')
            ~ ' when matched then update set refold_batch_id = stored.applied_batch_id'
        ) -%}
    {%- endif -%}
    {%- if load_relation(versions) is not none -%}
        {%- do run_query(
            'merge into ' ~ versions ~ ' as stored using ' ~ reranked ~ ' as reranked on '
            ~ changefeed.is_reranked('stored', 'reranked', 'stored.position')
            ~ ' when matched then update set position.tie_rank = reranked.tie_rank, refold_batch_id = stored.applied_batch_id'
        ) -%}
    {%- endif -%}
{%- endmacro -%}
