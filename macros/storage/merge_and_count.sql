{#- Runs a merge and returns how many rows it changed. -#}
{%- macro merge_and_count(merge) -%}
    {%- set result = run_query(merge) -%}
    {{- return(changefeed.of_format('count of merged rows', {'delta': result.columns['num_affected_rows'].values()[0] | int})) -}}
{%- endmacro -%}
