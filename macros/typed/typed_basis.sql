{#-
What the rows of a kept typed table stand on beside the changes of single rows: where one of these is another, the table
is made anew.
-#}
{%- macro typed_basis(node) -%}
    {%- set facts = changefeed.typed_facts() -%}
    {%- set table = changefeed.table_of_model(node) -%}
    {%- set of_feed = tojson([table.feed, '', '', '']) -%}
    {%- set requests = [facts.requests.get(of_feed, 0)] -%}
    {%- for of_table, batch in changefeed.tables_of_model(node, facts.requests) -%}{%- do requests.append(batch) -%}{%- endfor -%}
    {%- set actions = changefeed.tables_of_model(node, facts.actions) -%}
    {{- return({
        'folded_rows': facts.folded_rows,
        'actions': local_md5(tojson(actions)) if table.shards and actions else actions[0][1] if actions else '',
        'request': requests | max,
        'dialect': facts.dialects.get(of_feed, ''),
    }) -}}
{%- endmacro -%}
