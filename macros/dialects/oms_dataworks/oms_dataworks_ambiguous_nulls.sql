{#-
How many NULLs of one change may stand for values that did not change: here in every table, for nothing tells the types of LOBs.
-#}
{%- macro oms_dataworks_ambiguous_nulls() -%}
{{ changefeed.oms_ambiguous_nulls(which='true') }}
{%- endmacro -%}
