{#- What is written for a cell: in changefeed's own seeds what it stands for, in a project's others the cell. -#}
{%- macro text_of_cell(model, row, name) -%}
    {%- set is_own = model.name in ['changefeed_feeds', 'changefeed_table_keys', 'changefeed_table_columns'] -%}
    {{- return(changefeed.seed_cell(row[name], name) if is_own else row[name]) -}}
{%- endmacro -%}
