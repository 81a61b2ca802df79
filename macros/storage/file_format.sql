{#- The format of the project's tables. profiles.yml, dbt_project.yml and the loader read the same variable. -#}
{%- macro file_format() -%}
    {{- return(env_var('CHANGEFEED_FILE_FORMAT', 'delta')) -}}
{%- endmacro -%}
