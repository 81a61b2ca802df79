{#- The feeds that were decoded again since the rows were folded last: their rows are folded from the whole log. -#}
{%- macro rebuilt_feeds(rows, windows) -%}
    {%- if not execute or changefeed.is_first_build() -%}{{ return([]) }}{%- endif -%}
    {%- set applied_batch_id = changefeed.high_water(rows, ['applied_batch_id'])[0] -%}
    {{- return(run_query(
        'select distinct feed from ' ~ windows ~ " where kind = 'redecode' and decode_batch_id > " ~ applied_batch_id ~ ' order by feed'
    ).columns[0].values() | list) -}}
{%- endmacro -%}
