{#-
Asks, as a run begins, what its models ask of tables that the run may write (facts_of_run()): how far each has looked,
and whether there is any row of some kinds. One statement asks it of all tables. The model read_batches calls it, before
which no other model of a run is built. Renders to nothing.

A fact holds until the run writes to the table (note_written()). Later questions go to the table itself. Of a table
that nobody has written to since an earlier run asked, the command that calls dbt knows the facts; it hears of new ones.
-#}
{%- macro ask_facts_of_run() -%}
    {%- if execute and flags.WHICH in ('build', 'run') and changefeed.facts() is none and not flags.FULL_REFRESH -%}
        {%- set known = fromjson(changefeed.said_by_command('known_facts', '{}')) -%}
        {%- set queries, keys, told = [], {}, {} -%}
        {%- for name, asked in changefeed._facts_by_name().items() -%}
            {%- set relation = changefeed.relation_of(name) -%}
            {%- set schema, table = relation.replace('`', '').split('.') -%}
            {%- do keys.update({relation: asked}) -%}
            {%- if schema ~ '.' ~ table in known -%}
                {%- do told.update({relation: known[schema ~ '.' ~ table]}) -%}
            {%- elif load_relation(api.Relation.create(schema=schema, identifier=table)) is not none -%}
                {%- set aggregates, numbers = [], [] -%}
                {%- for expression, where in asked -%}
                    {%- set aggregate = 'count(*)' if expression == '*' else 'max(' ~ expression ~ ')' -%}
                    {%- do aggregates.append(aggregate ~ ('' if where == 'true' else ' filter (where ' ~ where ~ ')') ~ ' as n' ~ loop.index) -%}
                    {%- do numbers.append('coalesce(n' ~ loop.index ~ ', 0)') -%}
                {%- endfor -%}
                {%- do queries.append(
                    'select ' ~ changefeed.sql_string(relation) ~ " as relation, concat_ws(',', " ~ numbers | join(', ') ~ ') as numbers from (select '
                    ~ aggregates | join(', ') ~ ' from ' ~ relation ~ ')'
                ) -%}
            {%- endif -%}
        {%- endfor -%}
        {%- set found = {} -%}
        {%- for row in (changefeed.ask('facts_of_run', queries | join('\nunion all\n')) if queries else []) -%}
            {%- do told.update({row['relation']: row['numbers']}) -%}
            {%- do found.update({row['relation'].replace('`', ''): row['numbers']}) -%}
        {%- endfor -%}
        {{- log('changefeed has asked of tables: ' ~ tojson(found)) -}}
        {%- set facts = graph.setdefault('changefeed_facts ' ~ invocation_id, {}) -%}
        {%- for relation, numbers in told.items() -%}
            {%- for expression, where in keys[relation] -%}
                {%- do facts.update({relation ~ ' ' ~ expression ~ ' where ' ~ where: numbers.split(',')[loop.index0] | int}) -%}
            {%- endfor -%}
        {%- endfor -%}
    {%- endif -%}
{%- endmacro -%}


{#-
By model or source: pairs of an expression, of which the greatest value is asked (* for the number of rows), and a
condition on the rows.
-#}
{%- macro _facts_by_name() -%}
    {%- set seen = ['decode_batch_id', 'true'] -%}
    {%- set folded = [['applied_batch_id', 'true'], ['refold_batch_id', 'refold_batch_id is not null']] -%}
    {{- return({
        'changefeed_read_batches': [
            ['last_batch_id', 'true'], seen, ["if(feed = '', 1, 0)", 'true'], ['declarations', 'true'], ['decode_batch_id', "kind = 'redecode'"],
        ],
        'changefeed_decoded': [seen],
        'changefeed_statements': [seen, ['*', 'true']],
        'changefeed_source_tables': [seen],
        'changefeed_sent_types': [seen, ['*', 'true']],
        'changefeed_source_epochs': [seen, ['*', 'since is not null']],
        'changefeed_concurrent_changes': [['ranked_batch_id', 'true'], ['*', "what = 'rank'"]],
        'changefeed_table_reloads': [seen, ['*', "feed <> ''"]],
        'changefeed_event_actions': [['*', "action <> 'create_table'"]],
        'changefeed_redefined_keys': [seen, ['*', "what = 'present'"], ['decode_batch_id', "what = 'seen'"]],
        'changefeed_refold_requests': [seen, ['decode_batch_id', 'reason is not null']],
        'changefeed_folded_rows': folded,
        'changefeed_versions': folded,
        'restarts': [['*', 'true']],
        'sweeps': [['*', 'true']],
    }) -}}
{%- endmacro -%}
