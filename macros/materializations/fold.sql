{#-
A table of rows, or of their versions (keeps_versions), that a model's SQL changes: one statement, which merges in what new changes
make of each key that they touch; then the rows for which it found a late change that matters are folded again from the log.
-#}
{%- materialization fold, adapter='spark' -%}
    {{- run_hooks(pre_hooks) -}}
    {%- set keeps_versions = config.get('keeps_versions', false) -%}
    {%- set events = ref('changefeed_event_actions') -%}
    {%- set renames = ref('changefeed_table_renames') -%}

    {%- if changefeed.is_first_build() -%}
        {%- call statement('create') -%}
            {{ changefeed.create_described_table(this) }}
        {%- endcall -%}
    {%- else -%}
        {%- do changefeed.check_columns(this) -%}
        {%- do changefeed.mark_rows_of_late_actions(this, events, renames, keeps_versions) -%}
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
        {%- set actions = ref('changefeed_table_actions') -%}
        {%- if not changefeed.has_table_actions(events, source('changefeed', 'sweeps')) -%}
            {%- set actions, renames = none, none -%}
        {%- endif -%}
        {%- set log = ref('changefeed_decoded') -%}
        {%- call statement('refold') -%}
            {%- if keeps_versions -%}
                {%- set has_removed = changefeed.has_removed_changes(source('changefeed', 'removals')) -%}
                {{ changefeed.refold_marked_versions(this, log, actions, renames, has_removed) }}
            {%- else -%}
                {{ changefeed.refold_marked_rows(this, log, actions, renames) }}
            {%- endif -%}
        {%- endcall -%}
    {%- endif -%}

    {{- run_hooks(post_hooks) -}}

    {{- return({'relations': [this]}) -}}
{%- endmaterialization -%}
