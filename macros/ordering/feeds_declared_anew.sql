{#-
The feeds for which a restart was declared since the last run, each with its time (first_at), without `feeds`, which are
looked at anyway.
-#}
{%- macro feeds_declared_anew(restarts, known, feeds) -%}
    {{- return(changefeed.ask(
        'feeds_declared_anew',
        'select feed, cast(min(since) as string) as first_at from ' ~ restarts ~ ' left anti join (select feed, since from ' ~ known
        ~ " where cause = 'declared') using (feed, since)"
        ~ (' where feed not in (' ~ changefeed.sql_strings(feeds | map(attribute='feed') | list) ~ ')' if feeds else '') ~ ' group by feed order by feed'
    ) | list) -}}
{%- endmacro -%}
