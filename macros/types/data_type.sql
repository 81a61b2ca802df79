{#-
The Spark type that holds every value of a source type of a feed; none where its dialect cannot read the type. A decimal of more digits than Spark's 38, or of none that are declared, is a string, which keeps the source's text. Where a
dialect brings a macro `type`, decimal(p,s) in it stands for the type's own digits.
-#}
{%- macro data_type(source_type, feed) -%}
    {%- if feed.dialect.types is defined -%}
        {%- set known = changefeed.known_type(source_type, feed) -%}
        {{- return(known.type if known else none) -}}
    {%- endif -%}
    {%- set known = feed.dialect.type(source_type, feed) if feed.dialect.type is defined else none -%}
    {%- if known and known.type == 'decimal(p,s)' -%}
        {{- return(changefeed.decimal_of_digits(changefeed.source_type(source_type).arguments)) -}}
    {%- endif -%}
    {{- return(known.type if known else none) -}}
{%- endmacro -%}
