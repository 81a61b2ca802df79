{#-
Lets what this dbt commits from now on say to which run it belongs; before a run has a number (none), it says nothing.
dbt-spark gives the settings of the profile to Spark with each statement, so that this is none of its own; where dbt's
connections are not sessions of this process, each sets it for itself. Other threads read these settings at any time:
the mark is put among them before the first model, because a dict that grows while it is read is an error in Python.
-#}
{%- macro mark_commits(run) -%}
    {%- for name, text in (changefeed.mark_of_commits(run) if execute else {}).items() -%}
        {%- if adapter.config.credentials.method == 'session' -%}
            {%- do adapter.config.credentials.server_side_parameters.update({name: text}) -%}
        {%- elif run is not none -%}
            {%- do run_query('set ' ~ name ~ ' = ' ~ text) -%}
        {%- endif -%}
    {%- endfor -%}
{%- endmacro -%}
