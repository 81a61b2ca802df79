{#-
The versions of the rows of a typed table, with its columns and when each was valid. `of` is the name of the typed
model: its yml says feed, table, columns and types. The feed's line in changefeed_feeds.csv must keep the table's
history. Configs of the model say when a version is new (track_history_on, track_history_except) and how the columns
about it are called (history_columns). Of a table that is kept (typed_incremental) it is rendered where typed_table()
is.
-#}
{%- macro typed_history(of) -%}
{%- do ref(of) -%}
{%- if not execute -%}
    {%- do ref('changefeed_history') -%}
    {%- do ref('changefeed_source_columns') -%}
    {%- do ref('changefeed_table_columns') -%}
    {%- do changefeed.uses_of_typed_models() -%}
{%- elif model.config.materialized == 'typed_incremental' and flags.WHICH in ('build', 'run') and changefeed.said_by_command('is_settled')
    and changefeed.stands_on_what_was_noted(changefeed.history_node(model, of)) and not should_full_refresh() -%}
{%- else -%}
    {{- changefeed.typed_history_rows(changefeed.typed_node(changefeed.history_node(model, of)), ref('changefeed_history')) -}}
{%- endif -%}
{%- endmacro -%}
