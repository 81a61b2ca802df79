{#-
A table that a model's SQL changes, one statement: it merges in what new changes make of each key that they touch. On
the first build the model is a query, the rows of the table. Its hooks do the rest: before it, rows are marked that a
late change of their table reaches; after it, marked rows are folded again from the log.
-#}
{%- materialization fold, adapter='spark' -%}
    {%- set is_first = changefeed.is_first_build() -%}
    {%- if is_first -%}
        {%- do changefeed.hold_claim() -%}
        {%- do changefeed.note_written(this) -%}
        {%- call statement('create') -%}
            {{ changefeed.create_described_table(this) }}
        {%- endcall -%}
    {%- else -%}
        {%- do changefeed.check_columns(this) -%}
    {%- endif -%}

    {{- run_hooks(pre_hooks) -}}

    {%- if sql | trim == '' -%}
        {%- call noop_statement('main', 'nothing new') -%}{%- endcall -%}
    {%- else -%}
        {%- do changefeed.hold_claim() -%}
        {%- do changefeed.note_written(this) -%}
        {%- do changefeed.compile_plans(unless='has_few_rows') -%}
        {%- call statement('main') -%}
            {{ changefeed.append_rows(this, sql) if is_first else sql }}
        {%- endcall -%}
    {%- endif -%}

    {{- run_hooks(post_hooks) -}}

    {{- return({'relations': [this]}) -}}
{%- endmaterialization -%}
