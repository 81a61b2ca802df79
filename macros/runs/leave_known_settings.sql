{#-
Has dbt-spark give Spark no settings of the profile that the session has already: where a changefeed command calls dbt,
the session was made with all of them. dbt-spark gives Spark each of them again with each statement, one by one. What
macros ask of the profile stays (is_shared(), claim_run(), interpret_small()). Renders to nothing.
-#}
{%- macro leave_known_settings() -%}
    {%- if execute and changefeed.said_by_command('has_settings') -%}
        {%- set settings = adapter.config.credentials.server_side_parameters -%}
        {%- set asked = ['spark.master'] + changefeed.settings_of_metastores() + changefeed.settings_of_few_rows() | list -%}
        {%- for name in settings | list if name not in asked -%}
            {%- do settings.pop(name) -%}
        {%- endfor -%}
    {%- endif -%}
{%- endmacro -%}
