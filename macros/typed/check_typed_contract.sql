{#-
Raises where a typed model has dbt's contract (`contract: {enforced: true}`) and it does not hold: against what the
source says (a column that it has no more; values that the type of the yml cannot hold), or, of a table that is kept,
against the columns that the table has. What a kept table cannot promise is refused by name.
-#}
{%- macro check_typed_contract(node) -%}
    {%- if node.config.contract and node.config.contract.enforced and flags.WHICH in ('build', 'run', 'retry') -%}
        {%- set wrong = changefeed._broken_by_source(node) + (changefeed._not_promised(node) if node.config.materialized == 'typed_incremental' else []) -%}
        {%- if wrong -%}
            {{- exceptions.raise_compiler_error('the contract of ' ~ node.name ~ ' (' ~ changefeed.file_of_node(node) ~ ') does not hold: ' ~ wrong | join('; ')) -}}
        {%- endif -%}
    {%- endif -%}
{%- endmacro -%}


{%- macro _broken_by_source(node) -%}
    {%- set wrong, feed = [], changefeed.feed_of_typed_table(changefeed.table_of_model(node), node.name) -%}
    {%- for of_table, columns in changefeed.tables_of_model(node, changefeed.told_of_sources()) -%}
        {%- set name = changefeed.printable(fromjson(of_table)[1:] | select | join('.')) -%}
        {%- for column in node.columns.values() if column.config.meta.get('source_type') -%}
            {%- set told = columns.get(column.name | lower) -%}
            {%- set type = changefeed.chosen_type(told, feed) if told and (told.sent or told.stated or told.declared) -%}
            {%- if not told or not told.is_there -%}
                {%- do wrong.append(name ~ ' has no column ' ~ column.name ~ (' any more (' ~ changefeed.printable(told.place) ~ ')' if told and told.place else '')) -%}
            {%- elif type and not changefeed._holds(column.data_type, type.data_type) -%}
                {%- do wrong.append('column ' ~ column.name ~ ' is ' ~ column.data_type ~ ', and ' ~ name ~ ' has ' ~ changefeed.printable(type.source_type) ~ ' (' ~ type.data_type ~ ')') -%}
            {%- endif -%}
        {%- endfor -%}
    {%- endfor -%}
    {{- return(wrong) -}}
{%- endmacro -%}


{#- Whether a type has room for each value of another. Whether a text is read so at all, its reader says. -#}
{%- macro _holds(data_type, of_source) -%}
    {%- set own, other = data_type | lower | replace(' ', ''), of_source | lower | replace(' ', '') -%}
    {%- set numbers = ['tinyint', 'smallint', 'int', 'bigint', 'decimal', 'float', 'double'] -%}
    {%- if own == other or own == 'string' -%}{{- return(true) -}}{%- endif -%}
    {%- if other.split('(')[0] in numbers -%}{{- return(changefeed.widens(other, own)) -}}{%- endif -%}
    {{- return(other != 'string') -}}
{%- endmacro -%}


{%- macro _not_promised(node) -%}
    {%- set wrong = [] -%}
    {%- if changefeed.mode_of_following(node) in ('append_new_columns', 'sync_all_columns') -%}
        {%- do wrong.append('on_schema_change: ' ~ node.config.on_schema_change ~ ' gives the table columns that its yml does not list; leave one of the two out') -%}
    {%- endif -%}
    {%- for each in [node] + node.columns.values() | list if each.constraints -%}
        {%- do wrong.append(('column ' ~ each.name if each.data_type is defined else each.name) ~ ' has constraints (' ~ each.constraints | map(attribute='type') | join(', ') ~ '), and formats keep none of a kept table; write data_tests') -%}
    {%- endfor -%}
    {%- set types = {'_copy': 'int', '_is_deleted': 'boolean', '_deleted_at': 'timestamp', '_changed_at': 'timestamp', '_unreadable': 'map<string,string>'} -%}
    {%- for name in changefeed.columns_of_row(node) + ['_unreadable'] -%}
        {%- set type, said = types.get(name, 'string'), (node.columns.get(name) or {}).get('data_type') or '' -%}
        {%- if name not in node.columns -%}
            {%- do wrong.append('the table has a column ' ~ name ~ ' (' ~ type ~ '), which the yml does not list') -%}
        {%- elif said | lower | replace(' ', '') != type -%}
            {%- do wrong.append('column ' ~ name ~ ' is ' ~ type ~ ', not ' ~ said) -%}
        {%- endif -%}
    {%- endfor -%}
    {{- return(wrong) -}}
{%- endmacro -%}
