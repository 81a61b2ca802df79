{#-
What sources changed, and typed tables with on_schema_change: fail do not have yet: a list of [model, feed, table,
sentence]. A new column counts where the yml neither lists it nor leaves it out (`without`), and a type where that of
the yml is a former one.
-#}
{%- macro refused_changes() -%}
    {%- set found = [] -%}
    {%- for node in graph.nodes.values() if node.resource_type == 'model' and node.config.on_schema_change == 'fail' and (node.config.meta or {}).get('changefeed') is mapping -%}
        {%- set table = changefeed.table_of_model(node) -%}
        {%- for of_table, columns in changefeed.tables_of_model(node, changefeed.told_of_sources()) -%}
            {%- set name = fromjson(of_table)[1:] | select | join('.') -%}
            {%- set way_out = '`changefeed tables propose --feed ' ~ table.feed ~ (' --table ' ~ name if not table.shards else '') ~ '`' if table.proposed else 'change the yml, which is yours' -%}
            {%- for told in columns.values() if told.place -%}
                {%- set change = changefeed._refused_change(node, table, told) -%}
                {%- if change -%}
                    {%- do found.append([node.name, table.feed, name, node.name ~ ': ' ~ change ~ ' since ' ~ changefeed.printable(told.place) ~ '; accept it: ' ~ way_out]) -%}
                {%- endif -%}
            {%- endfor -%}
        {%- endfor -%}
    {%- endfor -%}
    {{- return(found) -}}
{%- endmacro -%}


{%- macro _refused_change(node, table, told) -%}
    {%- set name = changefeed.printable(told.name) -%}
    {%- set own = namespace(column=none) -%}
    {%- for column in node.columns.values() if column.name | lower == told.name | lower -%}{%- set own.column = column -%}{%- endfor -%}
    {%- set source_type = own.column.config.meta.get('source_type') if own.column -%}
    {%- if told.is_there and not own.column -%}
        {%- set type = told.stated or told.sent or told.declared -%}
        {{- return('' if told.name in (table.without or []) else 'the source has column ' ~ name ~ (' (' ~ changefeed.printable(type) ~ ')' if type else '')) -}}
    {%- endif -%}
    {%- if not source_type -%}{{- return('') -}}{%- endif -%}
    {%- if not told.is_there -%}{{- return('the source has no column ' ~ name ~ ' any more') -}}{%- endif -%}
    {%- set is_former = changefeed.names_type(source_type, told.former) and not changefeed.names_type(source_type, [told.sent, told.stated, told.declared]) -%}
    {{- return('column ' ~ name ~ ' was ' ~ source_type ~ ' at the source and is ' ~ changefeed.printable(told.sent or told.stated) if is_former else '') -}}
{%- endmacro -%}
