{#- The declared feeds, each with its dialect and the value of `history`. Asked once in a run. -#}
{%- macro declared_feeds(settings) -%}
    {{- return(changefeed.ask('history', 'select feed, dialect, history from ' ~ settings ~ ' order by feed', once=true)) -}}
{%- endmacro -%}
