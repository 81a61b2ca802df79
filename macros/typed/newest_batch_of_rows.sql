{#-
The newest decode batch among the rows of a kept typed table's source tables, as far back as typed_facts() looked, and
of their versions where it is a history; 0 if there is none.
-#}
{%- macro newest_batch_of_rows(node) -%}
    {%- set batches = [0] -%}
    {%- for rows in [changefeed.typed_facts().rows] + ([changefeed.history_facts().rows] if node.history else []) -%}
        {%- for of_table, batch in changefeed.tables_of_model(node, rows) -%}{%- do batches.append(batch) -%}{%- endfor -%}
    {%- endfor -%}
    {{- return(batches | max) -}}
{%- endmacro -%}
