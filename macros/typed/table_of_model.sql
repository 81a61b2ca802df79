{#- The entry changefeed in a model's meta: feed, database, schema and table of the source, or patterns, and shards. -#}
{%- macro table_of_model(node) -%}
    {%- set table = node.config.meta.get('changefeed', {}) -%}
    {%- if not table.feed or not table.table -%}
        {{- exceptions.raise_compiler_error(
            'typed_table(): the yml of ' ~ node.name ~ ' needs config.meta.changefeed with feed, database, schema and table'
        ) -}}
    {%- endif -%}
    {%- if table.shards and table.shards not in ['apart', 'one_key'] -%}
        {{- exceptions.raise_compiler_error(
            "typed_table(): shards in the yml of " ~ node.name ~ " is apart (each shard's keys are its own) or one_key (keys are unique in all of them together), not " ~ table.shards
        ) -}}
    {%- endif -%}
    {{- return(table) -}}
{%- endmacro -%}
