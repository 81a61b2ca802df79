{#-
A text that says which columns a typed table has and how they are read, whatever their order: the same text, the same
values.
-#}
{%- macro typed_reading(node) -%}
    {%- set of_row, columns = {}, [] -%}
    {%- set values = changefeed.typed_values(node, 'row') -%}
    {%- for name, column in node.columns.items() if name not in values -%}{%- do of_row.update({name: column}) -%}{%- endfor -%}
    {%- for name, each in values.items() -%}{%- do columns.append([name, each.data_type, each.value]) -%}{%- endfor -%}
    {%- set rows = dict(node, columns=of_row) -%}
    {%- set text = changefeed.typed_history_rows(rows, 'history') ~ tojson(node.history, sort_keys=true) if node.history else changefeed.typed_table_rows(rows, 'current_rows') -%}
    {{- return(local_md5(text ~ tojson(columns | sort))) -}}
{%- endmacro -%}
