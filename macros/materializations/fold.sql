{#-
A table of rows that a model's SQL changes: one statement, which merges in one folded row for each key that new changes touch; then
the rows for which it found a late change that matters are folded again from the log.
-#}
{%- materialization fold, adapter='spark' -%}
    {{- run_hooks(pre_hooks) -}}
    {%- set events = ref('changefeed_event_actions') -%}
    {%- set renames = ref('changefeed_table_renames') -%}

    {%- if changefeed.is_first_build() -%}
        {%- call statement('create') -%}
            {{ changefeed.create_described_table(this) }}
        {%- endcall -%}
    {%- else -%}
        {%- do changefeed.mark_rows_of_late_actions(this, events, renames, ['cut', 'column']) -%}
    {%- endif -%}

    {%- if sql | trim == '' -%}
        {%- call noop_statement('main', 'nothing new') -%}{%- endcall -%}
    {%- else -%}
        {%- call statement('main') -%}
            {{ sql }}
        {%- endcall -%}
    {%- endif -%}

    {#- Also the rows that a run marked which was killed before it came here. -#}
    {%- if changefeed.high_water(this, ['refold_batch_id'], where='refold_batch_id is not null')[0] -%}
        {%- set has_actions = changefeed.has_table_actions(events, source('changefeed', 'sweeps')) -%}
        {%- set actions = ref('changefeed_table_actions') -%}
        {%- set has_moves = changefeed.mark_connected_rows(this, ref('changefeed_decoded')) -%}
        {%- call statement('refold') -%}
            {{ changefeed.refold_marked_rows(
                this, ref('changefeed_decoded'), has_moves, actions if has_actions, renames if has_actions
            ) }}
        {%- endcall -%}
    {%- endif -%}

    {{- run_hooks(post_hooks) -}}

    {{- return({'relations': [this]}) -}}
{%- endmaterialization -%}
