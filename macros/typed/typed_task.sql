{#-
What a run has to do to a kept typed table: a dict of kind (none, wait, merge or make), why (sentences for a person),
sql (the query of all its rows), since (the decode batch up to which it has been built) and state (what it says of
itself in its properties when that is done). `sql` is '' where no file changed since the table was noted.
-#}
{%- macro typed_task(node, sql, relation) -%}
    {%- set facts = changefeed.typed_facts() -%}
    {%- set noted = facts.noted.get(node.relation_name, {}) -%}
    {%- set basis = tojson(changefeed.typed_basis(node), sort_keys=true) -%}
    {%- set words = [] -%}
    {%- for column in node.columns.values() -%}{%- do words.append(column.name ~ ' ' ~ column.description) -%}{%- endfor -%}
    {%- set query = local_md5(sql) ~ '.' ~ local_md5([node.description, words, config.persist_column_docs(), config.persist_relation_docs()] | string) if sql | trim else noted.query -%}
    {%- set state = {'changefeed.batch_id': facts.newest, 'changefeed.basis': basis, 'changefeed.query': query} -%}
    {%- set task = {'kind': 'none', 'why': [], 'sql': sql, 'since': 0, 'state': state, 'has_new_words': false} -%}
    {%- if relation is none or relation.is_view or should_full_refresh() -%}
        {%- do task.update(kind='make') -%}
    {%- elif facts.marked and not changefeed.stands_as_noted(node, query) -%}
        {%- do task.update(kind='wait') -%}
    {%- elif not changefeed.stands_as_noted(node, query) -%}
        {%- set said = changefeed.properties_of_table(relation) -%}
        {%- set is_of_this = noted.basis == said.get('changefeed.basis') and noted.query == said.get('changefeed.query') -%}
        {%- set since = [said.get('changefeed.batch_id', '0') | int, noted.batch_id if is_of_this else 0] | max -%}
        {%- set why = changefeed._why_made_anew(node, relation, said, fromjson(basis), query) -%}
        {%- do task.update(
            kind='make' if why else 'merge' if changefeed.newest_batch_of_rows(node) > since or since < facts.first else 'none',
            why=why, since=since, has_new_words=said.get('changefeed.query') != query
        ) -%}
    {%- endif -%}
    {%- if task.kind == 'make' and not sql | trim -%}
        {%- do task.update(sql=changefeed.typed_table_rows(node, changefeed.relation_of('changefeed_current_rows'))) -%}
    {%- endif -%}
    {{- return(task) -}}
{%- endmacro -%}


{#- Sentences that say why a table is made anew; none where what it says of itself fits. -#}
{%- macro _why_made_anew(node, relation, said, basis, query) -%}
    {%- if 'changefeed.basis' not in said -%}{{- return(['it was not built by this materialization, or not to its end']) -}}{%- endif -%}
    {%- set was = fromjson(said['changefeed.basis']) -%}
    {%- set why = [] -%}
    {%- for part, sentence in {
        'folded_rows': 'all rows were folded anew',
        'actions': 'a truncate, drop, full load or change of columns acts on all its rows',
        'request': 'all its rows were folded again',
        'dialect': 'its feed has another dialect',
    }.items() if was.get(part) != basis[part] -%}
        {%- do why.append(sentence) -%}
    {%- endfor -%}
    {%- if said.get('changefeed.query', '').split('.')[0] != query.split('.')[0] -%}
        {%- set stands = {} -%}
        {%- for column in adapter.get_columns_in_relation(relation) -%}{%- do stands.update({column.name | lower: column.dtype | lower}) -%}{%- endfor -%}
        {%- set differences = [] -%}
        {%- for column in node.columns.values() -%}
            {%- set type = changefeed.kept_type(column.data_type or '') | lower | replace(' ', '') -%}
            {%- if column.name | lower not in stands -%}
                {%- do differences.append('column ' ~ column.name ~ ' is new') -%}
            {%- elif type and type != stands[column.name | lower] | replace(' ', '') -%}
                {%- do differences.append('column ' ~ column.name ~ ' was ' ~ stands[column.name | lower] ~ ' and is ' ~ column.data_type) -%}
            {%- endif -%}
        {%- endfor -%}
        {%- set names = node.columns | map('lower') | list -%}
        {%- for name in stands if name not in names + changefeed.columns_of_row(node) + ['_unreadable'] -%}
            {%- do differences.append('column ' ~ name ~ ' is gone') -%}
        {%- endfor -%}
        {%- do why.append(differences | join(', ') or 'its values are read in another way') -%}
    {%- endif -%}
    {{- return(why) -}}
{%- endmacro -%}
