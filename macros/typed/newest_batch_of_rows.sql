{#-
The newest decode batch among the rows of a kept typed table's source table, as far back as typed_facts() looked; 0 if
there is none.
-#}
{%- macro newest_batch_of_rows(node) -%}
    {%- set table = changefeed.table_of_model(node) -%}
    {{- return(changefeed.typed_facts().rows.get(tojson([table.feed, table.database or '', table.schema or '', table.table]), 0)) -}}
{%- endmacro -%}
