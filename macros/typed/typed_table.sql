{#-
The rows of one source table with their real types, from the model's own yml: `meta.changefeed` names the feed,
database, schema and table, each column its data_type and, in meta, its source_type. A text that its type cannot hold is
NULL in its column and kept in _unreadable. Columns called _feed, _operation, _changed_at and _row_key without a
source_type are those of current_rows. With on_schema_change it has the columns of its source too (typed_node()).
-#}
{%- macro typed_table() -%}
{%- if not execute -%}
    {%- do ref('changefeed_current_rows') -%}
    {%- do ref('changefeed_source_columns') -%}
    {%- do ref('changefeed_table_columns') -%}
    {%- do changefeed.uses_of_typed_models() -%}
{%- elif not changefeed.is_rendered_later(model) -%}
    {%- if model.config.materialized != 'typed_incremental' -%}{%- do changefeed.check_typed_contract(model) -%}{%- endif -%}
    {{- changefeed.typed_table_rows(changefeed.typed_node(changefeed.typed_model_itself()), ref('changefeed_current_rows')) -}}
{%- endif -%}
{%- endmacro -%}
