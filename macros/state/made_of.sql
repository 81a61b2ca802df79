{#- What a derived table is made of, as a text that is another when the statements or the declared full loads are others. -#}
{%- macro made_of(events, sweeps) -%}
    {%- if not changefeed.is_readable(events) -%}{{ return('') }}{%- endif -%}
    {{- return(run_query(
        "select concat_ws('/', count(*), max(decode_batch_id), (select count(*) from " ~ sweeps ~ ')) from ' ~ events
    ).columns[0].values()[0]) -}}
{%- endmacro -%}


{#- Whether the model's table is made of something else, or not there at all. -#}
{%- macro is_to_be_made(made_of) -%}
    {%- if changefeed.is_first_build() -%}{{ return(true) }}{%- endif -%}
    {{- return(made_of != '0/0' and run_query(
        'select count(*) from ' ~ this ~ ' where made_of = ' ~ changefeed.sql_string(made_of)
    ).columns[0].values()[0] | int == 0) -}}
{%- endmacro -%}
