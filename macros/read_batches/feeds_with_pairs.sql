{#- The declared feeds of dialects whose updates can come as pairs of messages. -#}
{%- macro feeds_with_pairs(feeds) -%}
    {%- set sending = changefeed.sending_pairs(changefeed.dialects()) -%}
    {%- if not sending or not changefeed.is_readable(feeds) -%}{{ return([]) }}{%- endif -%}
    {%- set found = [] -%}
    {%- for row in changefeed.declared_feeds(feeds) if row['dialect'] in sending -%}{%- do found.append(row['feed']) -%}{%- endfor -%}
    {{- return(found) -}}
{%- endmacro -%}
