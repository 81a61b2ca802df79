{#-
How many NULLs of an update may stand for values that did not change. They are counted in every table, also one with a
key: nothing tells which columns are large values (LOBs).
-#}
{%- macro oms_dataworks_ambiguous_nulls() -%}
{{ changefeed.oms_ambiguous_nulls(which='true') }}
{%- endmacro -%}
