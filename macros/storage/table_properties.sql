{#-
The properties of a table, for the config tblproperties: the columns by whose statistics queries skip files (skips_by),
and whether runs change single rows in many files (rewrites_rows): then a run notes which rows are gone, instead of
writing each file again.
-#}
{%- macro table_properties(skips_by, rewrites_rows=false) -%}
    {%- set delta = {'delta.dataSkippingStatsColumns': skips_by | join(',')} -%}
    {%- set iceberg = {'write.metadata.metrics.default': 'none'} -%}
    {%- for column in skips_by -%}
        {%- do iceberg.update({'write.metadata.metrics.column.' ~ column: 'full'}) -%}
    {%- endfor -%}
    {%- if rewrites_rows -%}
        {%- do delta.update({'delta.enableDeletionVectors': 'true'}) -%}
        {%- do iceberg.update({'write.merge.mode': 'merge-on-read', 'write.update.mode': 'merge-on-read', 'write.delete.mode': 'merge-on-read'}) -%}
    {%- endif -%}
    {{- return(changefeed.of_format('table properties', {'delta': delta, 'iceberg': iceberg})) -}}
{%- endmacro -%}
