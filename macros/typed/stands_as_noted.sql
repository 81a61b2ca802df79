{#-
Whether the last run that looked at a kept typed table left it as it should be now, so that nobody has to look at it: it
stands on what was noted, and no row of it changed since. `query`, where it is known, is that of which it should be
made.
-#}
{%- macro stands_as_noted(node, query=none) -%}
    {{- return(
        changefeed.stands_on_what_was_noted(node)
        and changefeed.newest_batch_of_rows(node) <= changefeed.typed_facts().noted[node.relation_name].batch_id
        and query in (none, changefeed.typed_facts().noted[node.relation_name].query)
    ) -}}
{%- endmacro -%}
