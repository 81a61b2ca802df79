{#-
A pre-hook of concurrent_changes. The macro gathers in tables of its own: the changes of the times that are looked at
(members), their statements, the objects that they access, and the possible orders of each object. Each is a step of its
own, because Spark cannot resolve all of them as one statement. The tables are small.
-#}
{%- macro gather_concurrent_changes(log, read_batches, statements, tables) -%}
    {%- set looked_at = changefeed.times_to_look_at(log, read_batches, statements) -%}
    {%- if looked_at.changes -%}
        {%- set known = changefeed.known_ranks() -%}
        {%- set has_statements = looked_at.has_statements -%}
        {%- set members = changefeed.own_table('members') -%}
        {%- do changefeed._keep('members', changefeed.concurrent_members(log, known, looked_at.changes, has_statements)) -%}
        {%- set actions = none -%}
        {%- if has_statements -%}
            {%- set of_members = 'feed in (select feed from ' ~ members ~ ')' -%}
            {%- do changefeed._keep('statements', changefeed.statements_in_log(log, of_members)) -%}
            {%- do run_query(changefeed.merge_spellings(
                changefeed.own_table('statements'), changefeed.known_tables(tables, of_members), ['topic_partition', 'within'], makes_names=false
            )) -%}
            {%- set actions = '(' ~ changefeed.actions_of_statements(changefeed.own_table('statements')) ~ ')' -%}
        {%- endif -%}
        {%- do changefeed._keep('objects', changefeed.concurrent_objects(members, actions)) -%}
        {%- do changefeed._keep('orders', changefeed.possible_orders(changefeed.own_table('objects'), log, actions)) -%}
    {%- endif -%}
{%- endmacro -%}


{#- Makes a table of the model's own from a query. Renders to nothing. -#}
{%- macro _keep(name, query) -%}
    {%- do run_query(changefeed.make_table(changefeed.own_table(name), query)) -%}
{%- endmacro -%}
