{#-
What a typed table has beside, or instead of, the columns of its yml, since it follows its source (on_schema_change):
columns (name → entry as in a yml), gone (names of the yml that the source has no more; sync_all_columns only) and
refused (sentences: columns and types that the table cannot take). The yml is what a person decided: a column that it
lists gets another type only where that of the yml is one that the source had before, and the new one is wider. One that
it names in `without` is left out.
-#}
{%- macro followed_columns(node) -%}
    {%- set found = {'columns': {}, 'gone': [], 'refused': []} -%}
    {#- A unit test gives a node of its own. -#}
    {%- if node.unique_id is not defined -%}{{- return(found) -}}{%- endif -%}
    {%- set known = graph.setdefault('changefeed_followed ' ~ invocation_id, {}) -%}
    {%- if node.unique_id not in known -%}
        {%- set follows = execute and flags.WHICH in ('build', 'run', 'retry') and changefeed.mode_of_following(node) in ('append_new_columns', 'sync_all_columns') -%}
        {%- if follows -%}{%- do changefeed._follow_source(node, found) -%}{%- endif -%}
        {%- do known.update({node.unique_id: found}) -%}
    {%- endif -%}
    {{- return(known[node.unique_id]) -}}
{%- endmacro -%}


{#- Adds to `found` what the source has otherwise than the yml. -#}
{%- macro _follow_source(node, found) -%}
    {%- set mode = changefeed.mode_of_following(node) -%}
    {%- set noted = changefeed.typed_facts().noted.get(node.relation_name, {}).get('basis') -%}
    {%- set before = (fromjson(noted) if noted else {}).get('followed', {}) -%}
    {%- set own = {} -%}
    {%- for name in node.columns -%}{%- do own.update({name | lower: name}) -%}{%- endfor -%}
    {%- set by_key = {} -%}
    {%- for of_table, columns in changefeed.tables_of_model(node, changefeed.told_of_sources()) -%}
        {%- for key, told in columns.items() -%}{%- do by_key.setdefault(key, []).append(told) -%}{%- endfor -%}
    {%- endfor -%}
    {%- set feed = changefeed.feed_of_typed_table(changefeed.table_of_model(node), node.name) if by_key -%}
    {%- set without = changefeed.table_of_model(node).without or [] -%}
    {%- for key, told in by_key.items() if told[0].name not in without -%}
        {%- set there = told | selectattr('is_there') | list -%}
        {%- set column = node.columns.get(own.get(key)) -%}
        {%- if not there -%}
            {%- if column and column.config.meta.get('source_type') -%}
                {%- if mode == 'sync_all_columns' -%}{%- do found.gone.append(column.name) -%}{%- endif -%}
            {%- elif told[0].name in before and mode == 'append_new_columns' -%}
                {%- do found.columns.update({told[0].name: changefeed._entry(told[0].name, before[told[0].name])}) -%}
            {%- endif -%}
        {%- elif column -%}
            {%- do changefeed._take_type(node, column, there, feed, before, found) -%}
        {%- else -%}
            {%- do changefeed._take_column(node, key, there, feed, before, found) -%}
        {%- endif -%}
    {%- endfor -%}
{%- endmacro -%}


{%- macro _entry(name, types) -%}
    {{- return({'name': name, 'data_type': types[1], 'description': '', 'config': {'meta': {'source_type': types[0]}}}) -}}
{%- endmacro -%}


{#- A column that the yml does not list. Shards have to agree on how it is read. -#}
{%- macro _take_column(node, key, there, feed, before, found) -%}
    {%- set name = there[0].name -%}
    {%- set place = node.name ~ ', column ' ~ changefeed.printable(name) -%}
    {%- set propose = '`changefeed tables propose` says which type reads all' -%}
    {%- if not name | trim or not name.isprintable() or modules.re.search('[ ,;{}()=`$]', name)
        or key in ['_unreadable', '_row_key', '_copy'] + changefeed.columns_of_row(node) -%}
        {%- do found.refused.append(place ~ ' is new at the source, and no kept table can have a column of that name') -%}
    {%- else -%}
        {%- set types, values = changefeed._types_of(there, feed) -%}
        {%- set was = before.get(name) -%}
        {%- if types | map(attribute='data_type') | unique | list | length > 1 or values | unique | list | length > 1 -%}
            {%- do found.refused.append(place ~ ': its shards have different types (' ~ types | map(attribute='source_type') | unique | join(', ') ~ '); ' ~ propose) -%}
        {%- elif was and was[1] != types[0].data_type and not changefeed.widens(was[1], types[0].data_type) -%}
            {%- do found.refused.append(changefeed._cannot_widen(place, was, types[0])) -%}
            {%- do found.columns.update({name: changefeed._entry(name, was)}) -%}
        {%- elif types -%}
            {%- do found.columns.update({name: changefeed._entry(name, [types[0].source_type, types[0].data_type])}) -%}
        {%- endif -%}
    {%- endif -%}
{%- endmacro -%}


{#- The type of a column that the yml lists, where the source gave it another one since. -#}
{%- macro _take_type(node, column, there, feed, before, found) -%}
    {%- set source_type = column.config.meta.get('source_type') -%}
    {%- if source_type and not column.config.meta.get('source_types') and changefeed.names_type(source_type, there | map(attribute='former') | sum(start=[])) -%}
        {%- set types, values = changefeed._types_of(there, feed) -%}
        {%- set new = types[0] -%}
        {%- set of_yml = changefeed.data_type(source_type, feed) or '' -%}
        {%- set was = before.get(column.name, [source_type, of_yml]) -%}
        {%- set is_one = values | unique | list | length == 1 and types | map(attribute='data_type') | unique | list | length == 1 -%}
        {%- if is_one and of_yml | lower == column.data_type | lower -%}
            {%- set can = new.data_type == was[1] or changefeed.widens(was[1], new.data_type) -%}
            {%- if not can -%}{%- do found.refused.append(changefeed._cannot_widen(node.name ~ ', column ' ~ column.name, was, new)) -%}{%- endif -%}
            {%- set types = [new.source_type, new.data_type] if can else was -%}
            {%- do found.columns.update({column.name: dict(column, data_type=types[1], config=dict(column.config, meta=dict(column.config.meta, source_type=types[0])))}) -%}
        {%- endif -%}
    {%- endif -%}
{%- endmacro -%}


{%- macro _cannot_widen(place, was, new) -%}
    {{- return(
        place ~ ' was ' ~ changefeed.printable(was[0]) ~ ' at the source and is ' ~ changefeed.printable(new.source_type) ~ ' (' ~ new.data_type ~ '), which is no wider '
        ~ was[1] ~ ': it stays ' ~ was[1] ~ ', and what does not fit is NULL with its text in _unreadable. `changefeed tables propose` gives it the new type; the next run then makes the table anew'
    ) -}}
{%- endmacro -%}


{#- The types that tables tell of a column, and how each would be read. -#}
{%- macro _types_of(there, feed) -%}
    {%- set types, values = [], [] -%}
    {%- for told in there -%}
        {%- set type = changefeed.chosen_type(told, feed) -%}
        {%- if type -%}
            {%- do types.append(type) -%}
            {%- do values.append(changefeed.typed_value(type.source_type, 'text', type.data_type, feed) | trim) -%}
        {%- endif -%}
    {%- endfor -%}
    {{- return([types, values]) -}}
{%- endmacro -%}
