{#-
The dialects of the project that installs this package. The macro is dispatched, so the project defines its own and
leaves the package as it is.
-#}
{%- macro own_dialects() -%}
    {{- return(adapter.dispatch('own_dialects', 'changefeed')()) -}}
{%- endmacro -%}
