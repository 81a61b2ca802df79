{#- Whether the model's table is made of something else, or not there at all. -#}
{%- macro is_to_be_made(made_of) -%}
    {%- if changefeed.is_first_build() -%}{{ return(true) }}{%- endif -%}
    {{- return(made_of != '0/0' and run_query(
        'select count(*) from ' ~ this ~ ' where made_of = ' ~ changefeed.sql_string(made_of)
    ).columns[0].values()[0] | int == 0) -}}
{%- endmacro -%}
