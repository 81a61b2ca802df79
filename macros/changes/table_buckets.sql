{#- How many table buckets there are. Tables that were built with another number have to be built again (ADR 0021). -#}
{%- macro table_buckets() -%}
    {{- return(16) -}}
{%- endmacro -%}
