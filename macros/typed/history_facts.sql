{#-
What a run knows of the versions of rows, for typed histories that are kept, which are built after them: by source
table the newest batch (`rows`), whether rows wait to be followed through the log again (`marked`), which table of
versions it is, and how far that has come (`newest`): a run that leaves it out does not bring it up to what it folds.
-#}
{%- macro history_facts() -%}
    {%- set facts = changefeed.typed_facts() -%}
    {%- if 'history' not in facts -%}
        {%- set versions = changefeed.relation_of('changefeed_versions') -%}
        {%- set table = changefeed.source_table_columns() | join(', ') -%}
        {%- set rows, newest, marked = {}, [0], [] -%}
        {%- for row in changefeed.ask('history_rows', 'select ' ~ table ~ ', max(applied_batch_id) filter (where applied_batch_id > ' ~ facts.first ~ '), max(refold_batch_id) from '
            ~ versions ~ ' where applied_batch_id > ' ~ facts.first ~ ' or refold_batch_id is not null group by ' ~ table) -%}
            {%- if row[4] is not none -%}
                {%- do rows.update({tojson([row[0], row[1], row[2], row[3]]): row[4] | int}) -%}
                {%- do newest.append(row[4] | int) -%}
            {%- endif -%}
            {%- if row[5] is not none -%}{%- do marked.append(row[5]) -%}{%- endif -%}
        {%- endfor -%}
        {%- set is_built = 'model.changefeed.changefeed_versions' in selected_resources -%}
        {%- do facts.update(history={
            'rows': rows, 'marked': marked, 'newest': facts.newest if is_built else newest | max, 'versions': changefeed.identity_of_table(versions),
        }) -%}
    {%- endif -%}
    {{- return(facts.history) -}}
{%- endmacro -%}
