{#-
The versions of the rows of a typed table, with its columns and when each was valid. `of` is the name of the typed
model: its yml says feed, table, columns and types. The feed's line in changefeed_feeds.csv must keep the table's
history. Configs of the model say when a version is new (track_history_on, track_history_except) and how the columns
about it are called (history_columns).
-#}
{%- macro typed_history(of) -%}
{%- do ref(of) -%}
{%- if not execute -%}
    {%- do ref('changefeed_history') -%}
    {%- do ref('changefeed_source_columns') -%}
    {%- do ref('changefeed_table_columns') -%}
    {%- do changefeed.uses_of_typed_models() -%}
{%- else -%}
    {%- set node = changefeed.history_node(model, of) -%}
    {%- if not changefeed.is_rendered_later(node) -%}{{- changefeed.typed_history_rows(changefeed.typed_node(node), ref('changefeed_history')) -}}{%- endif -%}
{%- endif -%}
{%- endmacro -%}
