{#-
SQL that says what decoding has to know of erasures, two columns: the feeds of which rows are erased, and how many
changes remain of erased messages. A unit test has no such tables.
-#}
{%- macro told_of_erasures() -%}
    {%- set erasures = changefeed.relation_of('erasures') if execute and graph is defined -%}
    {%- if not erasures -%}{{- return(["'' as erased_feeds", '0 as erased_messages']) -}}{%- endif -%}
    {{- return([
        "(select array_join(array_sort(collect_set(feed)), ',') from " ~ erasures ~ ' where lifted_at is null) as erased_feeds',
        '(select count(*) from ' ~ changefeed.relation_of('erased_messages') ~ ') as erased_messages',
    ]) -}}
{%- endmacro -%}
