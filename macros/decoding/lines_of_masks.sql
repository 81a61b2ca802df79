{#- SQL of the lines of the seed changefeed_table_masks as JSON, for masks(). A unit test has no such seed. -#}
{%- macro lines_of_masks() -%}
    {%- set seed = changefeed.relation_of('changefeed_table_masks') if execute and graph is defined -%}
{{ '(select to_json(array_sort(collect_list(struct(*)))) from ' ~ seed ~ ')' if seed else 'cast(null as string)' }}
{%- endmacro -%}
