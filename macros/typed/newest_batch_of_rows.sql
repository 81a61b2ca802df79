{#-
The newest decode batch among the rows of a kept typed table's source tables, as far back as typed_facts() looked, and
of their versions where it is a history; 0 if there is none.
-#}
{%- macro newest_batch_of_rows(node) -%}
    {%- set batches = [0] -%}
    {%- for of_table, batch in changefeed.tables_of_model(node, changefeed.typed_facts().rows) -%}{%- do batches.append(batch) -%}{%- endfor -%}
    {%- if node.history -%}
        {%- for of_table, batch in changefeed.tables_of_model(node, changefeed.history_facts().rows) -%}{%- do batches.append(batch) -%}{%- endfor -%}
    {%- endif -%}
    {{- return(batches | max) -}}
{%- endmacro -%}
