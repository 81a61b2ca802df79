{#- The last truncate or drop of the table, as the topic partition of a position saw it. -#}
{%- macro last_cut(position, actions) -%}
coalesce({{ actions }}.last_cut_by_place[{{ changefeed.place(position) }}], {{ actions }}.last_cut)
{%- endmacro -%}
