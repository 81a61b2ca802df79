{#-
A table that is made as a whole from others, and only when these have changed: the model renders no SQL when nothing is
new.
-#}
{%- materialization derived, adapter='spark' -%}
    {{- run_hooks(pre_hooks) -}}

    {%- if sql | trim == '' -%}
        {%- call noop_statement('main', 'nothing new') -%}{%- endcall -%}
    {%- else -%}
        {%- do changefeed.hold_claim() -%}
        {%- do changefeed.note_written(this) -%}
        {%- call statement('main') -%}
            {{ create_table_as(False, this, sql) }}
        {%- endcall -%}
    {%- endif -%}

    {{- run_hooks(post_hooks) -}}

    {{- return({'relations': [this]}) -}}
{%- endmaterialization -%}
