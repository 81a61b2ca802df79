{#- The feeds whose line in feeds.csv says that their history is kept. -#}
{%- macro history_feeds(feed_settings) -%}
    {%- if not execute -%}{{ return([]) }}{%- endif -%}
    {{- return(run_query('select feed from ' ~ feed_settings ~ " where history = 'on' order by feed").columns[0].values() | list) -}}
{%- endmacro -%}
