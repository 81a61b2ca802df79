{#-
A post-hook of folded_rows: asks what all kept typed tables of the run will ask (typed_facts()). They are built at the
same time, and each would ask it. Where messages are few, it also keeps those that changed in memory, so that they are
found once for all tables. In a warehouse where none of them was built, each is made of all rows, and the view
current_rows may not be there yet. Renders to nothing.
-#}
{%- macro ask_typed_facts() -%}
    {%- if execute and graph.nodes.values() | selectattr('config.materialized', 'equalto', 'typed_incremental')
        | selectattr('unique_id', 'in', selected_resources) | list -%}
        {%- set facts = changefeed.typed_facts() -%}
        {%- if facts.rows and facts.first and changefeed.said_by_command('has_few_messages') -%}
            {%- set query = 'select * from ' ~ changefeed.relation_of('changefeed_current_rows') ~ ' where applied_batch_id > ' ~ facts.first -%}
            {%- do facts.update({'changed_rows': changefeed.keep_in_memory('changed_rows', query)}) -%}
        {%- endif -%}
    {%- endif -%}
{%- endmacro -%}
