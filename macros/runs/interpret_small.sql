{#-
Lets Spark interpret its plans, as the loader does for its own commands (ADR 0027). This is so where dbt was called
directly and all tables are small. It is not so on a shared warehouse, nor where a project has tables or sources of its
own, which may be large.
-#}
{%- macro interpret_small() -%}
    {%- set limit = var('changefeed_interpreted_bytes', 30000000) | int -%}
    {%- if execute and limit and not changefeed.is_shared() and not changefeed.said_by_command('run_by') -%}
        {%- set others = [] -%}
        {%- for node in (graph.nodes.values() | list) + (graph.sources.values() | list) if node.package_name != 'changefeed' -%}
            {%- if node.resource_type in ('source', 'snapshot') or node.resource_type == 'model' and node.config.materialized not in ('view', 'ephemeral') -%}
                {%- do others.append(node.name) -%}
            {%- endif -%}
        {%- endfor -%}
        {%- set sizes = [] -%}
        {%- for table in changefeed.growing_tables() if not others and load_relation(table) is not none -%}
            {%- do sizes.append(run_query(changefeed.table_size(table)).rows[0]['sizeInBytes'] | int) -%}
        {%- endfor -%}
        {%- if not others and sizes | sum <= limit -%}
            {%- set partitions = env_var('CHANGEFEED_SHUFFLE_PARTITIONS', '') or '1' -%}
            {%- for setting in ['spark.sql.codegen.wholeStage=false', 'spark.sql.codegen.factoryMode=NO_CODEGEN', 'spark.sql.adaptive.enabled=false', 'spark.sql.shuffle.partitions=' ~ partitions] -%}
                {%- do run_query('set ' ~ setting) -%}
            {%- endfor -%}
        {%- endif -%}
    {%- endif -%}
{%- endmacro -%}
