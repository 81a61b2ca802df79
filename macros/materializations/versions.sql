{#-
A table of the versions of rows that a model's SQL changes: one statement, which merges in new versions, and each last one that they
close; then the rows for which a change came late are followed through the whole log again.
-#}
{%- materialization versions, adapter='spark' -%}
    {{- run_hooks(pre_hooks) -}}
    {%- set events = ref('changefeed_event_actions') -%}
    {%- set renames = ref('changefeed_table_renames') -%}

    {%- if changefeed.is_first_build() -%}
        {%- call statement('create') -%}{{ changefeed.create_described_table(this) }}{%- endcall -%}
    {%- else -%}
        {%- do changefeed.mark_rows_of_late_actions(this, events, renames, ['cut']) -%}
    {%- endif -%}

    {%- if sql | trim == '' -%}
        {%- call noop_statement('main', 'nothing new') -%}{%- endcall -%}
    {%- else -%}
        {%- call statement('main') -%}
            {{ sql }}
        {%- endcall -%}
    {%- endif -%}

    {%- if changefeed.high_water(this, ['refold_batch_id'], where='refold_batch_id is not null')[0] -%}
        {%- set has_actions = changefeed.has_table_actions(events, source('changefeed', 'sweeps')) -%}
        {%- set actions = ref('changefeed_table_actions') -%}
        {%- call statement('late') -%}
            {{ changefeed.merge_versions(this, changefeed.versions_of_marked_rows(
                this, ref('changefeed_decoded'), actions if has_actions, renames if has_actions
            )) }}
        {%- endcall -%}
    {%- endif -%}

    {{- run_hooks(post_hooks) -}}

    {{- return({'relations': [this]}) -}}
{%- endmaterialization -%}
