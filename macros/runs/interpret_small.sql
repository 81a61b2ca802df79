{#-
Lets Spark interpret its plans where messages are few (ADR 0027): where the command that calls dbt says so, or where
dbt was called directly and all tables are small. compile_plans() ends it. It is not so on a shared warehouse, nor where
a project has tables or sources of its own, which may be large. dbt-spark gives Spark the settings of the profile with
each statement, so they are changed there: a `set` would last for one statement.
-#}
{%- macro interpret_small() -%}
    {%- if execute and (changefeed.said_by_command('has_few_messages') or changefeed._has_few_rows()) -%}
        {%- set settings = adapter.config.credentials.server_side_parameters -%}
        {%- do graph.update({'changefeed_compiled ' ~ invocation_id: dict(settings)}) -%}
        {%- for name, value in changefeed.settings_of_few_rows().items() -%}
            {%- do settings.setdefault(name, value) -%}
        {%- endfor -%}
        {#- The profile names the number of partitions always. -#}
        {%- do settings.update({'spark.sql.shuffle.partitions': env_var('CHANGEFEED_SHUFFLE_PARTITIONS', '') or '1'}) -%}
    {%- endif -%}
{%- endmacro -%}


{#- Whether dbt was called directly, and all tables are small. -#}
{%- macro _has_few_rows() -%}
    {%- set limit = var('changefeed_interpreted_bytes', 30000000) | int -%}
    {%- if not limit or changefeed.is_shared() or changefeed.said_by_command('run_by') -%}{{ return(false) }}{%- endif -%}
    {%- for node in (graph.nodes.values() | list) + (graph.sources.values() | list) if node.package_name != 'changefeed' -%}
        {%- if node.resource_type in ('source', 'snapshot') or node.resource_type == 'model' and node.config.materialized not in ('view', 'ephemeral') -%}
            {{- return(false) -}}
        {%- endif -%}
    {%- endfor -%}
    {%- set sizes = [] -%}
    {%- for table in changefeed.growing_tables() if load_relation(table) is not none -%}
        {%- do sizes.append(run_query(changefeed.table_size(table)).rows[0]['sizeInBytes'] | int) -%}
    {%- endfor -%}
    {{- return(sizes | sum <= limit) -}}
{%- endmacro -%}
