{#-
The properties of a table, for the config tblproperties: the columns by whose statistics queries skip files (skips_by), and whether runs change single rows in many files
(rewrites_rows): then a run notes which rows are gone, instead of writing each file again.
-#}
{%- macro table_properties(skips_by, rewrites_rows=false) -%}
    {%- set delta = {'delta.dataSkippingStatsColumns': skips_by | join(',')} -%}
    {%- if rewrites_rows -%}
        {%- do delta.update({'delta.enableDeletionVectors': 'true'}) -%}
    {%- endif -%}
    {{- return(changefeed.of_format('table properties', {'delta': delta})) -}}
{%- endmacro -%}
