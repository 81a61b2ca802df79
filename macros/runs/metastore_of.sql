{#-
The address of the metastore that several processes can reach, by the settings of a Spark session. Empty where the
settings name none, or Derby inside the process: then only one process reaches the tables.
-#}
{%- macro metastore_of(settings) -%}
    {%- set addresses = [] -%}
    {%- for name in changefeed.settings_of_metastores() if settings.get(name) -%}{%- do addresses.append(settings[name]) -%}{%- endfor -%}
    {%- set named = addresses | first if addresses else '' -%}
    {{- return('' if named.startswith('jdbc:derby:') and not named.startswith('jdbc:derby://') else named) -}}
{%- endmacro -%}
