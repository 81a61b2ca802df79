{#-
The rows of one source table with their real types, from the model's own yml: `meta.changefeed` names the feed, database,
schema and table, each column its data_type and, in meta, its source_type. A text that its type cannot hold is NULL in
its column and kept in _unreadable. Columns called _feed, _operation and _changed_at without a source_type are those of current_rows.
-#}
{%- macro typed_table() -%}
{%- if not execute -%}
    {%- do ref('changefeed_current_rows') -%}
    {%- do changefeed.uses_of_typed_models() -%}
{%- else -%}
    {%- set node = changefeed.typed_model_itself() -%}
    {{- changefeed.typed_rows(
        node,
        ref('changefeed_current_rows'),
        changefeed.columns_of_row(node),
        node.columns | reject('equalto', '_unreadable') | list,
        'not is_deleted'
    ) -}}
{%- endif -%}
{%- endmacro -%}
