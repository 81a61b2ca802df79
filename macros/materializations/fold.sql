{#-
A table of rows that a model's SQL - one folded row for each key that new changes touch - is merged into, in one commit;
then the rows for which the merge found a late change that matters are folded again from the log.
-#}
{%- materialization fold, adapter='spark' -%}
    {%- set existing = load_cached_relation(this) -%}

    {{- run_hooks(pre_hooks) -}}
    {%- set events = ref('changefeed_table_events') -%}
    {%- set rebuilt = changefeed.rebuilt_tables(this, ref('changefeed_windows'), events) -%}
    {%- set actions = ref('changefeed_table_actions') if changefeed.has_table_actions(events, source('changefeed', 'sweeps')) else none -%}

    {%- if existing is none or should_full_refresh() -%}
        {%- call statement('create') -%}
            {{ changefeed.create_described_table(this) }}
        {%- endcall -%}
    {%- endif -%}

    {%- if actions and not changefeed.is_first_build() -%}
        {%- do changefeed.mark_rows_of_late_actions(this, events, ['cut', 'column']) -%}
    {%- endif -%}

    {%- if sql | trim == '' -%}
        {%- call noop_statement('main', 'nothing new') -%}{%- endcall -%}
    {%- else -%}
        {%- call statement('main') -%}
            {{ changefeed.merge_folded_rows(this, sql, rebuilt, has_actions=actions is not none) }}
        {%- endcall -%}
    {%- endif -%}

    {#- Also the rows that a run marked which was killed before it came here. -#}
    {%- if changefeed.high_water(this, ['refold_batch_id'], where='refold_batch_id is not null')[0] -%}
        {%- set has_moves = changefeed.mark_connected_rows(this, ref('changefeed_decoded')) -%}
        {%- call statement('refold') -%}
            {{ changefeed.refold_marked_rows(this, ref('changefeed_decoded'), has_moves, actions) }}
        {%- endcall -%}
    {%- endif -%}

    {{- run_hooks(post_hooks) -}}

    {{- return({'relations': [this]}) -}}
{%- endmaterialization -%}
