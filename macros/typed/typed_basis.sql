{#-
What the rows of a kept typed table stand on beside the changes of single rows: where one of these is another, the table
is made anew.
-#}
{%- macro typed_basis(node) -%}
    {%- set facts = changefeed.typed_facts() -%}
    {%- set table = changefeed.table_of_model(node) -%}
    {%- set of_table = tojson([table.feed, table.database or '', table.schema or '', table.table]) -%}
    {%- set of_feed = tojson([table.feed, '', '', '']) -%}
    {{- return({
        'folded_rows': facts.folded_rows,
        'actions': facts.actions.get(of_table, ''),
        'request': [facts.requests.get(of_table, 0), facts.requests.get(of_feed, 0)] | max,
        'dialect': facts.dialects.get(of_feed, ''),
    }) -}}
{%- endmacro -%}
