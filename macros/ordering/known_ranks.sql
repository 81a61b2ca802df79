{#-
Only in the model concurrent_changes: its own table with the ranks that earlier runs gave; none before its first build,
and none where that table has no rank.
-#}
{%- macro known_ranks() -%}
    {{- return(
        none if changefeed.is_first_build() or not changefeed.ask(
            'ranks', 'select 1 from ' ~ this ~ " where what = 'rank' limit 1", once=true
        ) | length
        else this
    ) -}}
{%- endmacro -%}
