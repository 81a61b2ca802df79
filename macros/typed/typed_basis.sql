{#-
What a kept typed table stands on beside the changes of single rows. Where what acts on all rows is another, the table
is made anew; what acts on one column (`columns`) counts where the table has it. `followed` are the columns that the
table has beside those of its yml, or with other types: source type and type.
-#}
{%- macro typed_basis(node) -%}
    {%- set facts = changefeed.typed_facts() -%}
    {%- set table = changefeed.table_of_model(node) -%}
    {%- set of_feed = tojson([table.feed, '', '', '']) -%}
    {%- set requests = [facts.requests.get(of_feed, 0)] -%}
    {%- for of_table, batch in changefeed.tables_of_model(node, facts.requests) -%}{%- do requests.append(batch) -%}{%- endfor -%}
    {%- set of_rows, of_columns, columns = [], {}, {} -%}
    {%- for of_table, said in changefeed.tables_of_model(node, facts.actions) -%}
        {%- set actions = fromjson(said) -%}
        {%- if actions.rows -%}{%- do of_rows.append([of_table, actions.rows]) -%}{%- endif -%}
        {%- for name, text in (actions.columns or {}).items() if name -%}{%- do of_columns.setdefault(name, []).append([of_table, text]) -%}{%- endfor -%}
    {%- endfor -%}
    {%- for name, texts in of_columns.items() -%}
        {%- do columns.update({name: local_md5(tojson(texts)) if table.shards else texts[0][1]}) -%}
    {%- endfor -%}
    {%- set followed = changefeed.followed_columns(node) -%}
    {%- set types = {} -%}
    {%- for name, column in followed.columns.items() -%}
        {%- do types.update({name: [column.config.meta.source_type, column.data_type]}) -%}
    {%- endfor -%}
    {%- set layout = changefeed.kept_layout(node) -%}
    {{- return({
        'layout': layout if layout.partition_by or layout.clustered_by else '',
        'properties': node.config.get('tblproperties') or {},
        'folded_rows': facts.folded_rows if not node.history else [facts.folded_rows, changefeed.history_facts().versions],
        'actions': local_md5(tojson(of_rows)) if table.shards and of_rows else of_rows[0][1] if of_rows else '',
        'columns': columns,
        'request': requests | max,
        'dialect': facts.dialects.get(of_feed, ''),
        'followed': types,
        'gone': followed.gone,
        'refused': followed.refused,
    }) -}}
{%- endmacro -%}
