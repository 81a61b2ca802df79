{#-
A model that shows the history of a typed model, as a node with that one's table, columns and types, and its own name
and configs; kept, it follows the source as that one does. `history` has what its configs say of versions: of (the typed
model's unique_id), names (part → name of the column about the version), of_row (those that it has), on and but
(track_history_on, track_history_except).
-#}
{%- macro history_node(node, of) -%}
    {%- set typed = changefeed.typed_model(of) -%}
    {%- set table = dict(changefeed.table_of_model(typed), deletes='left_out') -%}
    {%- set is_kept = node.config.materialized == 'typed_incremental' -%}
    {%- set names = {
        'changefeed': {'valid_from': '_valid_from', 'valid_to': '_valid_to', 'is_current': '_is_current', 'version_id': '_version_id'},
        'dbt': {'valid_from': 'dbt_valid_from', 'valid_to': 'dbt_valid_to', 'updated_at': 'dbt_updated_at', 'version_id': 'dbt_scd_id'},
    }[node.config.get('history_columns') or 'changefeed'] -%}
    {%- set of_row = changefeed.shard_columns(table) + [names.valid_from, names.valid_to, names.is_current or names.updated_at, '_operation'] -%}
    {%- if is_kept or names.updated_at -%}{%- do of_row.extend(['_row_key', names.version_id]) -%}{%- endif -%}
    {%- set columns = {} -%}
    {%- for name, column in typed.columns.items() if name in of_row + ['_unreadable'] or column.config.meta.get('source_type') -%}
        {%- do columns.update({name: column}) -%}
    {%- endfor -%}
    {{- return(dict(
        node, columns=columns,
        config=dict(
            node.config, meta=dict(node.config.meta, changefeed=table), contract={'enforced': false},
            on_schema_change=typed.config.on_schema_change if is_kept else 'ignore'
        ),
        history={
            'of': typed.unique_id, 'names': names, 'of_row': of_row,
            'on': node.config.get('track_history_on') or [], 'but': node.config.get('track_history_except'),
        }
    )) -}}
{%- endmacro -%}
