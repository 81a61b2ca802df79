{#- Dialects of the project that installs this one as a package; dispatched, so that it defines them without touching the package. -#}
{%- macro own_dialects() -%}
    {{- return(adapter.dispatch('own_dialects', 'changefeed')()) -}}
{%- endmacro -%}
