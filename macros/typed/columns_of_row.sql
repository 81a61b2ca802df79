{#-
The columns of a typed table that say something of the row, not what is in it: those that its yml lists without a
source_type, of shards those that tell them apart, where deleted rows are kept those that say so, and in a table that is
kept (materialized typed_incremental) what its rows are known by. Of a history also those about the version.
-#}
{%- macro columns_of_row(node) -%}
    {%- set table = node.config.meta.get('changefeed', {}) -%}
    {%- set is_kept = node.config.materialized == 'typed_incremental' -%}
    {%- set shards = changefeed.shard_columns(table) + (['_is_deleted', '_deleted_at'] if table.deletes == 'kept' else []) -%}
    {%- set known_by = shards + ((['_row_key', '_copy'] if table.is_keyless else ['_row_key']) if is_kept else []) -%}
    {%- set found = [] -%}
    {%- for name in ['_source_database', '_source_schema', '_source_table', '_feed', '_operation', '_changed_at', '_is_deleted', '_deleted_at', '_row_key', '_copy'] -%}
        {%- set is_of_source = name in node.columns and node.columns[name].config.meta.get('source_type') -%}
        {%- if is_of_source and (name in shards or is_kept and name in ['_row_key', '_copy']) -%}
            {{- exceptions.raise_compiler_error(node.name ~ ' has a column ' ~ name ~ ' of the source, and ' ~ ('this table' if name in shards else 'a table that is kept')
                ~ ' has one of that name: ' ~ ('leave the column out' if name in shards else 'make it a view (materialized: view), or leave the column out')) -}}
        {%- endif -%}
        {%- if not is_of_source and (name in node.columns or name in known_by) -%}
            {%- do found.append(name) -%}
        {%- endif -%}
    {%- endfor -%}
    {{- return(found + (node.history.of_row if node.history else [])) -}}
{%- endmacro -%}
