{#-
A comment that a model of the materialization `log` has before its query: a condition on `stored` rows, which the rows
of this query meet and those of earlier runs do not. So the statement sees whether its rows are there already. At the
first build there is nothing to compare with, and no comment.
-#}
{%- macro written_once(which) -%}
    {{- return('' if changefeed.is_first_build() else '-- once: ' ~ which ~ '\n') -}}
{%- endmacro -%}
