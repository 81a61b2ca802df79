{#-
The Spark type that holds every value of a source type of a feed; none where its dialect cannot read the type. A decimal of more digits than Spark's 38, or of none that are declared, is a string, which keeps the source's text.
-#}
{%- macro data_type(source_type, feed) -%}
    {%- set known = feed.dialect.type(source_type, feed) if feed.dialect.types is not defined and feed.dialect.type is defined
        else (changefeed.known_type(source_type, feed) if feed.dialect.types is defined else none) -%}
    {{- return(known.type if known else none) -}}
{%- endmacro -%}
