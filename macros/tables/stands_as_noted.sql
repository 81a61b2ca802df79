{#-
Whether the last run that looked at a kept typed table left it as it should be now, so that nobody has to look at it: the table is there, no row of it changed since, and it stands on the same.
`query`, where it is known, is that of which it should be made.
-#}
{%- macro stands_as_noted(node, query=none) -%}
    {%- set facts = changefeed.typed_facts() -%}
    {%- set noted = facts.noted.get(node.relation_name) -%}
    {%- set table = changefeed.table_of_model(node) -%}
    {{- return(
        noted is not none
        and load_cached_relation(this) is not none and not load_cached_relation(this).is_view
        and facts.rows.get(tojson([table.feed, table.database or '', table.schema or '', table.table]), 0) <= noted.batch_id
        and noted.basis == tojson(changefeed.typed_basis(node), sort_keys=true)
        and query in (none, noted.query)
    ) -}}
{%- endmacro -%}
