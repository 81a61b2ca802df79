{#-
The columns of a kept typed table of which each file says the least and the greatest value: the key, those by which it
is clustered, and the first others, 32 together as formats have it. Without names that a list of names cannot hold, and
without types that have no order.
-#}
{%- macro columns_with_statistics(node, clustered_by=[]) -%}
    {%- set found = [] -%}
    {%- for name in changefeed.shard_columns(changefeed.table_of_model(node)) + (changefeed.table_of_model(node).key or []) + clustered_by + node.columns | list -%}
        {%- set type = (node.columns[name].data_type or '') | lower if name in node.columns else '' -%}
        {%- if type and name not in found and found | length < 32 and modules.re.fullmatch('[A-Za-z_][A-Za-z0-9_]*', name)
            and type.split('(')[0].split('<')[0] in ['tinyint', 'smallint', 'int', 'bigint', 'float', 'double', 'decimal', 'date', 'timestamp', 'timestamp_ntz', 'string'] -%}
            {%- do found.append(name) -%}
        {%- endif -%}
    {%- endfor -%}
    {{- return(found) -}}
{%- endmacro -%}
