{#-
A typed table that is kept: a real table, into which each run merges the rows that changed since it was built last. The
model is one call of typed_table(), or of typed_history(): then rows are versions. It is made anew where something acts
on all its rows, and says so. Columns that its source added come without that (on_schema_change), with the values of the
rows that have one. How far it has been built is in its properties, which come with the table that is made, and after
merges in the note that a run writes at its end for all its tables. A run that is killed before merges the same rows
once more, with the same result.
-#}
{%- materialization typed_incremental, adapter='spark' -%}
    {%- set existing = load_cached_relation(this) -%}
    {{- run_hooks(pre_hooks) -}}

    {%- set of = changefeed.history_of(model) -%}
    {%- set made_by = changefeed.history_node(model, of) if of else model -%}
    {%- do changefeed.check_typed_contract(made_by) -%}
    {%- set node = changefeed.typed_node(made_by) -%}
    {%- set table = changefeed.table_of_model(node) -%}
    {%- set task = changefeed.typed_task(node, sql, existing) -%}
    {%- do changefeed.mark_commits(changefeed.typed_facts().newest) -%}
    {%- set place = '  ' ~ this.schema ~ '.' ~ this.identifier -%}
    {%- for sentence in changefeed.followed_columns(node).refused if task.kind != 'wait' and task.has_new_state and not node.history -%}
        {{- log('  ' ~ sentence, info=True) -}}
    {%- endfor -%}
    {%- if task.kind == 'make' -%}
        {%- do changefeed.hold_claim() -%}
        {%- if task.why -%}
            {{- log(place ~ ' is made anew: ' ~ task.why | join('; '), info=True) -}}
        {%- endif -%}
        {%- if existing is not none and existing.is_view -%}
            {%- do adapter.drop_relation(existing) -%}
        {%- endif -%}
        {%- set properties = dict(config.get('tblproperties') or {}, **task.state) -%}
        {%- set key = [node.history.names.version_id] if node.history else changefeed.shard_columns(table) + (table.key or []) -%}
        {%- do properties.update({'changefeed.key': tojson(key)}) -%}
        {%- set layout = changefeed.kept_layout(model) -%}
        {%- do changefeed.refuse_masked_partitions(node, layout) -%}
        {%- set skips_by = ([node.history.names.valid_from, node.history.names.valid_to] if node.history else []) + changefeed.columns_with_statistics(node, layout.clustered_by) -%}
        {%- call statement('main') -%}
            {{ changefeed.make_kept_table(
                this, task.sql, properties, skips_by | reject('in', layout.partition_by) | list,
                layout.clustered_by, model.description if config.persist_relation_docs(), layout.partition_by
            ) }}
        {%- endcall -%}
    {%- elif task.kind == 'merge' -%}
        {%- do changefeed.hold_claim(within=5) -%}
        {%- for statement in changefeed.alter_kept_table(this, task.added, task.widened) -%}{%- do run_query(statement) -%}{%- endfor -%}
        {%- for name, type in task.added.items() -%}{{- log(place ~ ' gets column ' ~ name ~ ' (' ~ type ~ ')', info=True) -}}{%- endfor -%}
        {%- for name, type in task.widened.items() -%}{{- log(place ~ ': column ' ~ name ~ ' becomes ' ~ type, info=True) -}}{%- endfor -%}
        {#- A column that is new has values in rows that did not change. -#}
        {%- set changed = none if task.added else changefeed.typed_facts().changed_rows -%}
        {%- set rows = changed or changefeed.relation_of('changefeed_current_rows') -%}
        {%- set new = changefeed.changed_history_rows(node, task.since, task.added | list) if node.history else changefeed.typed_table_rows(node, rows, task.since, task.added | list) -%}
        {%- call statement('main') -%}
            {{ changefeed.merge_typed_rows(this, new, table, node.history.names.version_id if node.history else '') }}
        {%- endcall -%}
    {%- else -%}
        {%- if task.kind == 'wait' -%}
            {{- log(place ~ ' is left as it is: rows of an earlier run that died wait to be folded again. `changefeed run` goes on', info=True) -}}
        {%- endif -%}
        {%- call noop_statement('main', 'nothing new') -%}{%- endcall -%}
    {%- endif -%}

    {%- if config.persist_column_docs() and (task.kind == 'make' or task.has_new_words) -%}
        {%- set descriptions = {} -%}
        {%- for column in node.columns.values() if column.description -%}
            {%- do descriptions.update({column.name: column.description.split() | join(' ')}) -%}
        {%- endfor -%}
        {%- if descriptions -%}{%- do run_query(changefeed.describe_columns(this, descriptions)) -%}{%- endif -%}
    {%- endif -%}
    {%- if task.has_new_state and task.kind not in ('make', 'wait') -%}
        {%- do run_query('alter table ' ~ this ~ ' set ' ~ changefeed.properties_as_sql(dict(config.get('tblproperties') or {}, **task.state))) -%}
    {%- endif -%}

    {{- run_hooks(post_hooks) -}}
    {%- if task.kind != 'wait' -%}
        {%- do changefeed.typed_facts().done.update({model.relation_name: {'model': model.name, 'noted': {
            'batch_id': task.state['changefeed.batch_id'], 'basis': task.state['changefeed.basis'], 'query': task.state['changefeed.query'],
            'version': task.version,
        }}}) -%}
    {%- endif -%}

    {{- return({'relations': [this]}) -}}
{%- endmaterialization -%}
