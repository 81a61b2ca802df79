{#-
What a run has to do to a kept typed table: a dict of kind (none, wait, merge or make), why (sentences for a person),
sql (the query of all its rows), since (the decode batch up to which it has been built), added and widened (columns of
the table that are to be made before the merge: name → type), state (what it says of itself in its properties when that
is done), has_new_state and has_new_words, and version (the noted one, if the table stands at it). `sql` is '' where no
file changed since the table was noted.
-#}
{%- macro typed_task(node, sql, relation) -%}
    {%- set facts = changefeed.typed_facts() -%}
    {%- set noted = facts.noted.get(node.relation_name, {}) -%}
    {%- set basis = tojson(changefeed.typed_basis(node), sort_keys=true) -%}
    {%- set words = [] -%}
    {%- for column in node.columns.values() -%}{%- do words.append(column.name ~ ' ' ~ column.description) -%}{%- endfor -%}
    {%- set query = changefeed.typed_reading(node) ~ '.' ~ local_md5([node.description, words, config.persist_column_docs(), config.persist_relation_docs()] | string) if sql | trim else noted.query -%}
    {%- set state = {'changefeed.batch_id': changefeed.history_facts().newest if node.history else facts.newest, 'changefeed.basis': basis, 'changefeed.query': query} -%}
    {%- set task = {'kind': 'none', 'why': [], 'sql': sql, 'since': 0, 'added': {}, 'widened': {}, 'state': state, 'has_new_state': false, 'has_new_words': false, 'version': none} -%}
    {%- if relation is none or relation.is_view or should_full_refresh() -%}
        {%- do task.update(kind='make') -%}
    {%- elif (facts.marked or node.history and changefeed.history_facts().marked) and not changefeed.stands_as_noted(node, query) -%}
        {%- do task.update(kind='wait') -%}
    {%- elif not changefeed.stands_as_noted(node, query) -%}
        {%- set said = changefeed.properties_of_table(relation) -%}
        {%- set is_of_this = noted.basis == said.get('changefeed.basis') and noted.query == said.get('changefeed.query') -%}
        {%- set since = [said.get('changefeed.batch_id', '0') | int, noted.batch_id if is_of_this else 0] | max -%}
        {%- set differs = changefeed._differences(node, relation, said, fromjson(basis), query) -%}
        {%- set is_behind = differs.added or differs.widened or changefeed.newest_batch_of_rows(node) > since or since < facts.first -%}
        {%- do task.update(
            differs, kind='make' if differs.why else 'merge' if is_behind else 'none', since=since,
            has_new_state=said.get('changefeed.query') != query or said.get('changefeed.basis') != basis, has_new_words=said.get('changefeed.query') != query
        ) -%}
    {%- else -%}
        {%- do task.update(version=noted.version) -%}
    {%- endif -%}
    {%- if task.kind == 'make' and not sql | trim -%}
        {%- do task.update(
            sql=changefeed.typed_history_rows(node, changefeed.relation_of('changefeed_history')) if node.history
            else changefeed.typed_table_rows(node, changefeed.relation_of('changefeed_current_rows'))
        ) -%}
    {%- endif -%}
    {{- return(task) -}}
{%- endmacro -%}


{#-
How a table differs from what it should be now: why it is made anew (sentences; none where that is not needed), or else
the columns that it gets without that (added, widened).
-#}
{%- macro _differences(node, relation, said, basis, query) -%}
    {%- set found = {'why': [], 'added': {}, 'widened': {}} -%}
    {%- if 'changefeed.basis' not in said -%}
        {%- do found.why.append('it was not built by this materialization, or not to its end') -%}
        {{- return(found) -}}
    {%- endif -%}
    {%- set was = fromjson(said['changefeed.basis']) -%}
    {%- for part, sentence in {
        'folded_rows': 'all rows were folded anew',
        'actions': 'a truncate, drop or full load acts on all its rows',
        'request': 'all its rows were folded again',
        'dialect': 'its feed has another dialect',
    }.items() if was.get(part) != basis[part] -%}
        {%- do found.why.append(sentence) -%}
    {%- endfor -%}
    {%- if was.get('layout', '') != basis.layout -%}{%- do found.why.append('it is partitioned or clustered in another way') -%}{%- endif -%}
    {%- set is_read_alike = said.get('changefeed.query', '').split('.')[0] == query.split('.')[0] -%}
    {%- if is_read_alike and was.get('columns') == basis.columns -%}{{- return(found) -}}{%- endif -%}
    {%- set stands = {} -%}
    {%- for column in adapter.get_columns_in_relation(relation) -%}{%- do stands.update({column.name | lower: column.dtype | lower}) -%}{%- endfor -%}
    {%- for name in (was.get('columns', {}) | list + basis.columns | list) | unique if name in stands and was.get('columns', {}).get(name) != basis.columns.get(name) -%}
        {%- do found.why.append('a statement or another type acts on column ' ~ changefeed.printable(name) ~ ' of all its rows') -%}
    {%- endfor -%}
    {%- if is_read_alike -%}{{- return(found) -}}{%- endif -%}
    {%- set follows = changefeed.mode_of_following(node) != 'ignore' and changefeed._reading_of_what_stands(node, stands, was) == said.get('changefeed.query', '').split('.')[0] -%}
    {%- set differences = [] -%}
    {%- for column in node.columns.values() -%}
        {%- set type, stood = changefeed.kept_type(column.data_type or '') | lower | replace(' ', ''), stands.get(column.name | lower, '') | replace(' ', '') -%}
        {%- if not stood and follows -%}
            {%- do found.added.update({column.name: column.data_type}) -%}
        {%- elif not stood -%}
            {%- do differences.append('column ' ~ column.name ~ ' is new') -%}
        {%- elif type and type != stood -%}
            {%- set can = follows and changefeed.widens(stood, type) and changefeed.widens_in_place(stood, type, said)
                and changefeed.ask('unreadable', 'select count(*) from ' ~ relation ~ ' where _unreadable[' ~ changefeed.sql_string(column.name) ~ '] is not null')[0][0] | int == 0 -%}
            {%- if can -%}
                {%- do found.widened.update({column.name: column.data_type}) -%}
            {%- else -%}
                {%- do differences.append('column ' ~ column.name ~ ' was ' ~ stands[column.name | lower] ~ ' and is ' ~ column.data_type) -%}
            {%- endif -%}
        {%- endif -%}
    {%- endfor -%}
    {%- set names = node.columns | map('lower') | list -%}
    {%- for name in stands if name not in names + changefeed.columns_of_row(node) + ['_unreadable'] -%}
        {%- do differences.append('column ' ~ name ~ ' is gone') -%}
    {%- endfor -%}
    {%- if differences or not follows -%}
        {%- do found.why.append(differences | join(', ') or 'its values are read in another way') -%}
    {%- endif -%}
    {{- return(found) -}}
{%- endmacro -%}


{#-
The reading of the columns that the table has already, by what it says of itself: where it is the one that the table was
made with, nothing but columns and types is new.
-#}
{%- macro _reading_of_what_stands(node, stands, was) -%}
    {%- set columns, own = {}, graph.nodes[node.history.of if node.history else node.unique_id].columns -%}
    {%- for name, column in own.items() if name not in node.columns -%}{%- do columns.update({name: column}) -%}{%- endfor -%}
    {%- for name, column in node.columns.items() if name | lower in stands or name == '_unreadable' -%}
        {%- set types = was.get('followed', {}).get(name) -%}
        {%- set entry = dict(column, data_type=types[1], config=dict(column.config, meta=dict(column.config.meta, source_type=types[0]))) if types else own.get(name, column) -%}
        {%- do columns.update({name: entry}) -%}
    {%- endfor -%}
    {{- return(changefeed.typed_reading(dict(node, columns=columns))) -}}
{%- endmacro -%}
