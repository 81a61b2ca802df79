{#-
A table of rows that a model's SQL - one folded row for each key that new changes touch - is merged into, in one commit;
then the rows for which the merge found a late change that matters are folded again from the log.
-#}
{%- materialization fold, adapter='spark' -%}
    {%- set is_first = changefeed.is_first_build() -%}

    {{- run_hooks(pre_hooks) -}}
    {%- set events = ref('changefeed_event_actions') -%}
    {%- set has_actions = changefeed.has_table_actions(events, source('changefeed', 'sweeps')) -%}
    {%- set actions = ref('changefeed_table_actions') if has_actions else none -%}
    {%- set renames = ref('changefeed_table_renames') if has_actions else none -%}
    {%- set rebuilt = changefeed.rebuilt_tables(
        this, ref('changefeed_windows'), events, ref('changefeed_table_renames'), source('changefeed', 'removals')
    ) -%}

    {%- if is_first -%}
        {%- call statement('create') -%}
            {{ changefeed.create_described_table(this) }}
        {%- endcall -%}
    {%- elif actions -%}
        {%- do changefeed.mark_rows_of_late_actions(this, events, renames, ['cut', 'column']) -%}
    {%- endif -%}

    {%- if sql | trim == '' -%}
        {%- call noop_statement('main', 'nothing new') -%}{%- endcall -%}
    {%- else -%}
        {%- call statement('main') -%}
            {%- if is_first %}
            {{ changefeed.insert_folded_rows(this, sql) }}
            {%- else %}
            {{ changefeed.merge_folded_rows(this, sql, rebuilt, has_actions=actions is not none) }}
            {%- endif %}
        {%- endcall -%}
    {%- endif -%}

    {#- Also the rows that a run marked which was killed before it came here. -#}
    {%- if changefeed.high_water(this, ['refold_batch_id'], where='refold_batch_id is not null')[0] -%}
        {%- set has_moves = changefeed.mark_connected_rows(this, ref('changefeed_decoded')) -%}
        {%- call statement('refold') -%}
            {{ changefeed.refold_marked_rows(this, ref('changefeed_decoded'), has_moves, actions, renames) }}
        {%- endcall -%}
    {%- endif -%}

    {{- run_hooks(post_hooks) -}}

    {{- return({'relations': [this]}) -}}
{%- endmaterialization -%}
