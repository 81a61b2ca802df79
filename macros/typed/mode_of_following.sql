{#-
How far a typed table follows its source: the config on_schema_change, which is dbt's own, with its words. A view does
not follow: its columns are those of its yml.
-#}
{%- macro mode_of_following(node) -%}
    {%- set mode = node.config.on_schema_change or 'ignore' -%}
    {%- set known = ['ignore', 'append_new_columns', 'sync_all_columns', 'fail'] -%}
    {%- if mode not in known -%}
        {{- exceptions.raise_compiler_error(
            node.original_file_path ~ ', ' ~ node.name ~ ': on_schema_change is ' ~ mode ~ '; write ' ~ known[:-1] | join(', ') ~ ' or fail.' ~ changefeed.did_you_mean(mode, known)
        ) -}}
    {%- endif -%}
    {%- if mode in known[1:3] and node.config.materialized != 'typed_incremental' -%}
        {{- exceptions.raise_compiler_error(
            node.original_file_path ~ ', ' ~ node.name ~ ': on_schema_change: ' ~ mode ~ ' is for a table that is kept (materialized: typed_incremental), and this is a '
            ~ node.config.materialized ~ '. Make it one, or leave on_schema_change out'
        ) -}}
    {%- endif -%}
    {{- return(mode) -}}
{%- endmacro -%}
