{#-
What the changefeed command that calls dbt says, by name (changefeed/project/said_to_dbt.py), or `default` where none
does. dbt would parse the files again that read the variable while they are parsed; so it is read in a run only.
-#}
{%- macro said_by_command(name, default='') -%}
    {{- return(fromjson(env_var('CHANGEFEED_COMMAND', '{}')).get(name, default) if execute else default) -}}
{%- endmacro -%}
