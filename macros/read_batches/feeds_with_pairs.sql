{#- The declared feeds of dialects whose updates can come as pairs of messages. -#}
{%- macro feeds_with_pairs(feeds) -%}
    {%- set sending = changefeed.sending_pairs(changefeed.dialects()) -%}
    {%- if not sending or not changefeed.is_readable(feeds) -%}{{ return([]) }}{%- endif -%}
    {{- return(changefeed.ask(
        'feeds_with_pairs',
        'select feed from ' ~ feeds ~ ' where dialect in (' ~ changefeed.sql_strings(sending) ~ ') order by feed'
    ) | map(attribute=0) | list) -}}
{%- endmacro -%}
