{#-
Only in the model concurrent_changes: its own table with the ranks that earlier runs gave; none before its first build,
and none where that table has no rank.
-#}
{%- macro known_ranks() -%}
    {%- set fact = changefeed.fact_of_run(this, '*', "what = 'rank'") -%}
    {%- if fact is not none -%}{{ return(this if fact else none) }}{%- endif -%}
    {{- return(
        none if changefeed.is_first_build() or not changefeed.ask(
            'ranks', 'select 1 from ' ~ this ~ " where what = 'rank' limit 1", once=true
        ) | length
        else this
    ) -}}
{%- endmacro -%}
