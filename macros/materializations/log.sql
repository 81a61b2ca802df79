{#-
A table to which every run appends what is new, in one commit. The model renders no SQL when nothing is new: then
nothing is written, and a table that is not there yet is made empty, without a plan of the model's query. How far the
log has come is the greatest value in the log itself, so a killed run repeats without harm. With replaces_redecoded
({read_batches, which, by}), those changes of feeds that are decoded again give way to the new ones in the same commit.
-#}
{%- materialization log, adapter='spark' -%}
    {%- set existing = load_cached_relation(this) -%}

    {{- run_hooks(pre_hooks) -}}

    {%- if sql | trim -%}{%- do changefeed.hold_claim() -%}{%- endif -%}
    {%- if sql | trim or existing is none or should_full_refresh() -%}{%- do changefeed.note_written(this) -%}{%- endif -%}

    {%- if existing is none or should_full_refresh() -%}
        {%- call statement('main') -%}
            {{ create_table_as(False, this, sql) if sql | trim else changefeed.create_described_table(this) }}
        {%- endcall -%}
    {%- elif sql | trim == '' -%}
        {%- call noop_statement('main', 'nothing new') -%}{%- endcall -%}
    {%- else -%}
        {%- set redecoded = config.get('replaces_redecoded') -%}
        {%- set replaced = changefeed.redecoded_changes(this, ref(redecoded.read_batches), redecoded.which) if redecoded -%}
        {%- call statement('main') -%}
            {%- set once = modules.re.search('-- once: (.+)', sql) -%}
            {{ changefeed.replace_rows(this, replaced, sql, by=redecoded.by) if replaced
                else changefeed.append_rows_once(this, once.group(1), sql, is_small=config.get('first_wins', false)) if once
                else changefeed.append_rows(this, sql) }}
        {%- endcall -%}
    {%- endif -%}

    {{- run_hooks(post_hooks) -}}

    {{- return({'relations': [this]}) -}}
{%- endmaterialization -%}
