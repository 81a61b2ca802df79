{#-
Lets what this dbt commits from now on say to which run it belongs. dbt-spark gives the settings of the profile to Spark
with each statement, so that this is none of its own; where dbt's connections are not sessions of this process, each
sets it for itself.
-#}
{%- macro mark_commits(run) -%}
    {%- for name, text in changefeed.mark_of_commits(run).items() -%}
        {%- if adapter.config.credentials.method == 'session' -%}
            {%- do adapter.config.credentials.server_side_parameters.update({name: text}) -%}
        {%- else -%}
            {%- do run_query('set ' ~ name ~ ' = ' ~ text) -%}
        {%- endif -%}
    {%- endfor -%}
{%- endmacro -%}
