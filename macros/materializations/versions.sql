{#-
A table of the versions of rows: what a model's SQL gives - new versions, and each last one that they close - is merged in, in one
commit; then the rows for which a change came late are followed through the whole log again.
-#}
{%- materialization versions, adapter='spark' -%}
    {{- run_hooks(pre_hooks) -}}
    {%- set events = ref('changefeed_event_actions') -%}
    {%- set has_actions = changefeed.has_table_actions(events, source('changefeed', 'sweeps')) -%}
    {%- set actions = ref('changefeed_table_actions') if has_actions else none -%}
    {%- set renames = ref('changefeed_table_renames') if has_actions else none -%}
    {%- set rebuilt = changefeed.rebuilt_tables(
        this, ref('changefeed_windows'), events, ref('changefeed_table_renames'), source('changefeed', 'removals')
    ) -%}

    {%- if changefeed.is_first_build() -%}
        {%- call statement('create') -%}{{ changefeed.create_described_table(this) }}{%- endcall -%}
    {%- elif actions -%}
        {%- do changefeed.mark_rows_of_late_actions(this, events, renames, ['cut']) -%}
    {%- endif -%}

    {%- if sql | trim == '' -%}
        {%- call noop_statement('main', 'nothing new') -%}{%- endcall -%}
    {%- else -%}
        {%- call statement('main') -%}
            {{ changefeed.merge_versions(this, sql, rebuilt) }}
        {%- endcall -%}
    {%- endif -%}

    {%- if changefeed.high_water(this, ['refold_batch_id'], where='refold_batch_id is not null')[0] -%}
        {%- call statement('late') -%}
            {{ changefeed.merge_versions(this, changefeed.versions_of_marked_rows(this, ref('changefeed_decoded'), actions, renames)) }}
        {%- endcall -%}
    {%- endif -%}

    {{- run_hooks(post_hooks) -}}

    {{- return({'relations': [this]}) -}}
{%- endmaterialization -%}
