{#-
Notes how far the kept typed tables of this run are built, in one statement, so that the next run looks only at those
whose rows changed since. A note that is lost or old costs merges of rows that are merged already: what a table was made
from, and how far it was built then, is in its own properties. The commit of the note says its run, and the note which
tables stand at it (changefeed/typed/runs_of_versions.py): where their commits can't say it, also by which version. That
is looked up only of tables that may have a new one, in the same statement.
-#}
{%- macro note_typed_tables() -%}
    {%- set facts = graph.get('changefeed_typed ' ~ invocation_id, {}) if execute else {} -%}
    {%- set names, rows, newest = [], [], [] -%}
    {%- for relation, done in facts.get('done', {}).items() if facts.noted.get(relation) != done.noted -%}
        {%- set version = 'cast(null as bigint)' if done.noted.version is none else done.noted.version ~ 'L' -%}
        {%- do names.append(relation) -%}
        {%- do rows.append('(' ~ changefeed.sql_strings([relation, done.model, done.noted.basis, done.noted.query]) ~ ', ' ~ done.noted.batch_id ~ 'L, ' ~ version ~ ')') -%}
        {%- if done.noted.version is none and changefeed.newest_version(relation) -%}
            {%- do newest.append('select ' ~ changefeed.sql_string(relation) ~ ' as relation, version from (' ~ changefeed.newest_version(relation) ~ ')') -%}
        {%- endif -%}
    {%- endfor -%}
    {%- if facts.get('changed_rows') -%}{%- do changefeed.forget_in_memory(facts.changed_rows) -%}{%- endif -%}
    {%- if rows -%}
        {%- do changefeed.mark_commits(facts.newest) -%}
        {%- set new = 'select * from values ' ~ rows | join(', ') ~ ' as new (relation, model, basis, query, checked_batch_id, version)' -%}
        {%- do run_query(changefeed.replace_notes(
            changefeed.relation_of('typed_tables'), ['relation', 'model', 'checked_batch_id', 'basis', 'query', 'version'],
            'select new.* except (version), coalesce(new.version, newest.version) as version from (' ~ new
                ~ ') as new left join (' ~ newest | join(' union all ') ~ ') as newest on newest.relation = new.relation' if newest else new,
            'relation', names, facts.newest
        )) -%}
    {%- endif -%}
{%- endmacro -%}
