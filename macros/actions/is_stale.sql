{#- Whether the model's table has another fingerprint, or is not there at all. -#}
{%- macro is_stale(fingerprint) -%}
    {%- if changefeed.is_first_build() -%}{{ return(true) }}{%- endif -%}
    {{- return(fingerprint != '0/0' and run_query(
        'select count(*) from ' ~ this ~ ' where fingerprint = ' ~ changefeed.sql_string(fingerprint)
    ).columns[0].values()[0] | int == 0) -}}
{%- endmacro -%}
