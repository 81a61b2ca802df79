{#- Whether the model's table has another fingerprint, or is not there at all. -#}
{%- macro is_stale(fingerprint) -%}
    {%- if changefeed.is_first_build() -%}{{ return(true) }}{%- endif -%}
    {{- return(fingerprint != '0/0' and changefeed.ask(
        'same_fingerprint',
        'select count(*) from ' ~ this ~ ' where fingerprint = ' ~ changefeed.sql_string(fingerprint),
        [[0]]
    )[0][0] | int == 0) -}}
{%- endmacro -%}
