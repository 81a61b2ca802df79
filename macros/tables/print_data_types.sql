{#- Prints, as one JSON text, the Spark type of each source type of each feed; null where the feed's dialect cannot read the type. -#}
{%- macro print_data_types(asked) -%}
    {%- set feeds = changefeed.feeds_by_name() -%}
    {%- set found = {} -%}
    {%- for name, source_types in asked.items() -%}
        {%- set types = {} -%}
        {%- for source_type in source_types -%}
            {%- do types.update({source_type: changefeed.data_type(source_type, feeds[name])}) -%}
        {%- endfor -%}
        {%- do found.update({name: types}) -%}
    {%- endfor -%}
    {%- do print(tojson(found)) -%}
{%- endmacro -%}
