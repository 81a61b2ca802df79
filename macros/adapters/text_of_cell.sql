{#-
The text that is written for a cell of a seed. In changefeed's own seeds it is the text that the cell means
(seed_cell()); in a project's seeds it is the cell.
-#}
{%- macro text_of_cell(model, row, name) -%}
    {%- set is_own = model.name in ['changefeed_feeds', 'changefeed_table_keys', 'changefeed_table_columns', 'changefeed_table_masks'] -%}
    {{- return(changefeed.seed_cell(row[name], name) if is_own else row[name]) -}}
{%- endmacro -%}
