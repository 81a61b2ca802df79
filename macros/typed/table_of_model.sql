{#- The entry changefeed in a model's meta: feed, database, schema and table of the source. -#}
{%- macro table_of_model(node) -%}
    {%- set table = node.config.meta.get('changefeed', {}) -%}
    {%- if not table.feed or not table.table -%}
        {{- exceptions.raise_compiler_error(
            'typed_table(): the yml of ' ~ node.name ~ ' needs config.meta.changefeed with feed, database, schema and table'
        ) -}}
    {%- endif -%}
    {{- return(table) -}}
{%- endmacro -%}
