{#-
The landing tables of models/landing/_landing__sources.yml. They come from the graph: a model that calls source() for
each of them would depend on them all. They are in order, as the graph is not.
-#}
{%- macro landing_sources() -%}
    {%- set found = [] -%}
    {%- for source in graph.sources.values() | sort(attribute='unique_id') if source.source_name in ['changefeed', 'changefeed_internal'] and source.package_name == 'changefeed' -%}
        {%- do found.append(source) -%}
    {%- endfor -%}
    {{- return(found) -}}
{%- endmacro -%}
