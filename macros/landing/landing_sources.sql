{#-
The landing tables of models/landing/_landing__sources.yml. They come from the graph: a model that calls source() for
each of them would depend on them all.
-#}
{%- macro landing_sources() -%}
    {%- set found = [] -%}
    {%- for source in graph.sources.values() if source.source_name in ['changefeed', 'changefeed_internal'] and source.package_name == 'changefeed' -%}
        {%- do found.append(source) -%}
    {%- endfor -%}
    {{- return(found) -}}
{%- endmacro -%}
