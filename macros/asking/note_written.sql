{#- Notes that a run writes to a table: what fact_of_run() knows of it holds no more. Renders to nothing. -#}
{%- macro note_written(relation) -%}
    {%- do graph.setdefault('changefeed_written ' ~ invocation_id, []).append(relation | string) -%}
{%- endmacro -%}
