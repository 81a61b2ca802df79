{#-
Notes how far the kept typed tables of this run are built, in one statement, so that the next run looks only at those
whose rows changed since. A note that is lost or old costs merges of rows that are merged already: what a table was made
from, and how far it was built then, is in its own properties. The commit of the note is marked with the run as those of
the tables are, and says which tables stand at it (changefeed/typed/runs_of_versions.py).
-#}
{%- macro note_typed_tables() -%}
    {%- set facts = graph.get('changefeed_typed ' ~ invocation_id, {}) if execute else {} -%}
    {%- set rows = [] -%}
    {%- for relation, done in facts.get('done', {}).items() if facts.noted.get(relation) != done.noted -%}
        {%- do rows.append('(' ~ changefeed.sql_strings([relation, done.model, done.noted.basis, done.noted.query]) ~ ', ' ~ done.noted.batch_id ~ 'L)') -%}
    {%- endfor -%}
    {%- if facts.get('changed_rows') -%}{%- do changefeed.forget_in_memory(facts.changed_rows) -%}{%- endif -%}
    {%- if rows -%}
        {%- do changefeed.mark_commits(facts.newest) -%}
        {%- do run_query(
            'merge into ' ~ changefeed.relation_of('typed_tables') ~ ' as noted using (select * from values ' ~ rows | join(', ')
            ~ ' as new (relation, model, basis, query, checked_batch_id)) as new on noted.relation = new.relation'
            ~ ' when matched then update set * when not matched then insert *'
        ) -%}
    {%- endif -%}
{%- endmacro -%}
