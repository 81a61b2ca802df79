{#-
What the yml of typed tables says of their feeds: model, feed, dialect, source_kind, time_zone and options of each that
names a dialect; and the options for types that the dialect has, with their defaults.
-#}
{%- macro settings_of_typed_tables() -%}
    {%- set found = [] -%}
    {%- set defaults = {} -%}
    {%- for node in graph.nodes.values() if node.resource_type == 'model' -%}
        {%- set table = (node.config.meta or {}).get('changefeed') -%}
        {%- if table is mapping and table.dialect is defined -%}
            {%- if table.dialect not in defaults -%}{%- do defaults.update({table.dialect: changefeed.options_for_types(table.dialect, '')}) -%}{%- endif -%}
            {%- do found.append([node.name, table.feed, table.dialect, table.source_kind or '', table.time_zone or 'UTC', table.options or '', defaults[table.dialect]]) -%}
        {%- endif -%}
    {%- endfor -%}
    {{- return(found) -}}
{%- endmacro -%}
