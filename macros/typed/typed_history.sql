{#-
The versions of the rows of a typed table, with its columns and when each was valid. `of` is the name of the typed
model: its yml says feed, table, columns and types. The feed's line in changefeed_feeds.csv must keep the table's
history.
-#}
{%- macro typed_history(of) -%}
{%- do ref(of) -%}
{%- if not execute -%}
    {%- do ref('changefeed_history') -%}
    {%- do changefeed.uses_of_typed_models() -%}
{%- else -%}
    {{- changefeed.typed_rows(
        changefeed.typed_model(of), ref('changefeed_history'),
        changefeed.shard_columns(changefeed.table_of_model(changefeed.typed_model(of))) + ['_valid_from', '_valid_to', '_is_current', '_operation']
    ) -}}
{%- endif -%}
{%- endmacro -%}
