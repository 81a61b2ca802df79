{#-
Marks every row from which or to which a partial image moved, beginning with the marked rows, as far as the moves reach.
Returns whether there are such moves. Tables whose images are whole have none; then nothing is written.
-#}
{%- macro mark_connected_rows(rows, log, actions=none, renames=none, redefined=none) -%}
    {%- set identity = changefeed.identity_columns() -%}
    {%- set table = changefeed.source_table_columns() | join(', ') -%}
    {%- set moves -%}
        select {{ table }}, row_key, previous_row_key from (
            {{ changefeed.row_changes(log, actions=actions, renames=renames, redefined=redefined) | indent(12) }}
        )
        where is_partial and previous_row_key is not null
    {%- endset -%}
    {%- set marked = 'select ' ~ identity | join(', ') ~ ' from ' ~ rows ~ ' where refold_batch_id is not null' -%}
    {%- set connected -%}
        select {{ table }}, moves.row_key from ({{ moves }}) as moves
        inner join (select {{ table }}, row_key as previous_row_key from ({{ marked }})) as marked using ({{ table }}, previous_row_key)
        union
        select {{ table }}, moves.previous_row_key as row_key from ({{ moves }}) as moves
        inner join ({{ marked }}) as marked using ({{ table }}, row_key)
    {%- endset -%}
    {%- set has_moves = changefeed.ask('moves', 'select 1 from (' ~ connected ~ ') limit 1') | length > 0 -%}
    {%- set state = namespace(is_done=not has_moves) -%}
    {#-
    Each turn of the loop follows one link of every chain; the last turn marks nothing more. The range only limits the
    loop.
    -#}
    {%- for link in range(10000) if not state.is_done -%}
        {%- if not state.is_done -%}
            {%- set newly_marked = changefeed.merge_and_count(
                rows,
                'merge into ' ~ rows ~ ' as stored using (' ~ connected ~ ') as connected on stored.refold_batch_id is null'
                ~ changefeed.same_row('stored', 'connected')
                ~ ' when matched then update set refold_batch_id = stored.applied_batch_id'
            ) -%}
            {%- set state.is_done = newly_marked == 0 -%}
        {%- endif -%}
    {%- endfor -%}
    {{- return(has_moves) -}}
{%- endmacro -%}
