{#-
Whether the query of all rows of a typed model is left out, because its table is kept, no file of the project changed
(`is_settled`) and nothing acts on all its rows: the materialization renders what changed, and rendering takes most of
the time of such a model.
-#}
{%- macro is_rendered_later(node) -%}
    {{- return(
        node.config.materialized == 'typed_incremental' and flags.WHICH in ('build', 'run') and changefeed.said_by_command('is_settled')
        and changefeed.stands_on_what_was_noted(node) and not should_full_refresh()
    ) -}}
{%- endmacro -%}
