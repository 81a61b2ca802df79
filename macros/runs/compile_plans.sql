{#-
Lets Spark compile its plans from here on, which interpret_small() had it interpret, unless the command that calls dbt
said `unless`: what follows reads more than what is new. Settings of the profile stay. Renders to nothing.
-#}
{%- macro compile_plans(unless) -%}
    {%- set before = graph.pop('changefeed_compiled ' ~ invocation_id, none) if changefeed.said_by_command('has_few_messages') and not changefeed.said_by_command(unless) -%}
    {%- if before -%}
        {%- set settings = adapter.config.credentials.server_side_parameters -%}
        {%- for name in settings | list if settings[name] != before.get(name) -%}
            {%- if name in before -%}
                {%- do settings.update({name: before[name]}) -%}
            {%- else -%}
                {%- do settings.pop(name) -%}
                {%- do run_query('reset ' ~ name) -%}
            {%- endif -%}
        {%- endfor -%}
    {%- endif -%}
{%- endmacro -%}
