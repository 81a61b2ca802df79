{#- The list of dialects: one line each. Everything that depends on the dialects that exist loops over it. -#}
{%- macro dialects() -%}
    {{- return([
        changefeed.baseline_dialect(),
        changefeed.canal_dialect(),
        changefeed.dts_canal_dialect(),
        changefeed.oms_canal_dialect(),
    ]) -}}
{%- endmacro -%}
