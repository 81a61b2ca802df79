{#- Whether any declared feed is of a dialect whose updates can come as pairs. -#}
{%- macro declares_pairs(feeds) -%}
    {%- set sending = changefeed.sending_pairs(changefeed.dialects()) -%}
    {%- if not sending or not changefeed.is_readable(feeds) -%}{{ return(false) }}{%- endif -%}
    {{- return(run_query(
        'select count(*) from ' ~ feeds ~ " where dialect in ('" ~ sending | join("', '") ~ "')"
    ).columns[0].values()[0] | int > 0) -}}
{%- endmacro -%}
