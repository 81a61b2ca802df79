{#-
What a run has to do to a kept typed table: a dict of kind (none, wait, merge or make), why (sentences for a person), since (the decode batch up to which it has been built) and state (what it says of itself in
its properties when that is done). `sql` is the query of its rows, '' where it need not be known.
-#}
{%- macro typed_task(node, sql, relation) -%}
    {%- set facts = changefeed.typed_facts() -%}
    {%- set basis = changefeed.typed_basis(node) -%}
    {%- set words = [] -%}
    {%- for column in node.columns.values() -%}{%- do words.append(column.name ~ ' ' ~ column.description) -%}{%- endfor -%}
    {%- set query = local_md5(sql) ~ '.' ~ local_md5([node.description, words, config.persist_column_docs(), config.persist_relation_docs()] | string) -%}
    {%- set state = {'changefeed.batch_id': facts.newest, 'changefeed.basis': tojson(basis, sort_keys=true), 'changefeed.query': query} -%}
    {%- set task = {'kind': 'none', 'why': [], 'since': 0, 'state': state, 'has_new_words': false} -%}
    {%- if relation is none or relation.is_view or should_full_refresh() -%}
        {%- do task.update(kind='make') -%}
    {%- elif sql | trim == '' -%}
        {%- do task.update(state={'changefeed.batch_id': facts.newest, 'changefeed.basis': state['changefeed.basis'], 'changefeed.query': facts.noted[node.relation_name].query}) -%}
    {%- elif facts.marked and not changefeed.stands_as_noted(node, query) -%}
        {%- do task.update(kind='wait') -%}
    {%- elif not changefeed.stands_as_noted(node, query) -%}
        {%- set said = changefeed.properties_of_table(relation) -%}
        {%- set since = said.get('changefeed.batch_id', '0') | int -%}
        {%- set why = changefeed._why_made_anew(node, relation, said, basis, query) -%}
        {%- set of_table = facts.rows.get(tojson([node.config.meta.changefeed.feed, node.config.meta.changefeed.database or '', node.config.meta.changefeed.schema or '', node.config.meta.changefeed.table]), 0) -%}
        {%- do task.update(
            kind='make' if why else 'merge' if of_table > since or since < facts.first else 'none',
            why=why, since=since, has_new_words=said.get('changefeed.query') != query
        ) -%}
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
            {%- set type = (column.data_type or '') | lower | replace(' ', '') -%}
            {%- if column.name | lower not in stands -%}
                {%- do differences.append('column ' ~ column.name ~ ' is new') -%}
            {%- elif type and type != stands[column.name | lower] | replace(' ', '') -%}
                {%- do differences.append('column ' ~ column.name ~ ' was ' ~ stands[column.name | lower] ~ ' and is ' ~ column.data_type) -%}
            {%- endif -%}
        {%- endfor -%}
        {%- set names = node.columns | map('lower') | list -%}
        {%- for name in stands if name not in names + ['_unreadable', '_row_key', '_copy'] -%}
            {%- do differences.append('column ' ~ name ~ ' is gone') -%}
        {%- endfor -%}
        {%- do why.append(differences | join(', ') or 'its values are read in another way') -%}
    {%- endif -%}
    {{- return(why) -}}
{%- endmacro -%}
