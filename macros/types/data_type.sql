{#-
The Spark type that holds every value of a source type of a feed. None where the dialect of the feed cannot read the
type. A decimal that has more than Spark's 38 digits, or declares none, is a string: that keeps the source's text. Where
a dialect brings a macro `type`, decimal(p,s) in its answer stands for the digits of the type.
-#}
{%- macro data_type(source_type, feed) -%}
    {%- if feed.dialect.type is not defined -%}
        {%- set known = changefeed.known_type(source_type, feed) -%}
        {{- return(known.type if known else none) -}}
    {%- endif -%}
    {%- set known = feed.dialect.type(source_type, feed) -%}
    {%- if known and known.type == 'decimal(p,s)' -%}
        {{- return(changefeed.decimal_of_digits(changefeed.source_type(source_type).arguments)) -}}
    {%- endif -%}
    {{- return(known.type if known else none) -}}
{%- endmacro -%}
