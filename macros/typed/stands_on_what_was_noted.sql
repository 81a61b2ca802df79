{#-
Whether a kept typed table is there and stands on the same as when the last run noted it: then at most rows of it
changed, and where no file of the project did, nobody needs its query.
-#}
{%- macro stands_on_what_was_noted(node) -%}
    {%- set noted = changefeed.typed_facts().noted.get(node.relation_name) -%}
    {{- return(
        noted is not none
        and load_cached_relation(this) is not none and not load_cached_relation(this).is_view
        and noted.basis == tojson(changefeed.typed_basis(node), sort_keys=true)
    ) -}}
{%- endmacro -%}
