{#-
The Spark type that holds every value of a source type of a feed; none where its dialect cannot read the type. It is what the dialect's `type` says,
with the type's own digits: more than Spark's 38, or none that are declared, make it a string, which keeps the source's text.
-#}
{%- macro data_type(source_type, feed) -%}
    {%- set known = feed.dialect.type(source_type, feed) if feed.dialect.type is defined else none -%}
    {%- if not known -%}
        {{- return(none) -}}
    {%- endif -%}
    {%- set parts = changefeed.source_type(source_type) -%}
    {%- if parts.is_unsigned and known.unsigned_type is defined -%}
        {{- return(known.unsigned_type) -}}
    {%- elif known.type != 'decimal(p,s)' -%}
        {{- return(known.type) -}}
    {%- endif -%}
    {%- set digits = [] -%}
    {%- for argument in parts.arguments if modules.re.fullmatch('-?[0-9]{1,4}', argument) -%}
        {%- do digits.append(argument | int) -%}
    {%- endfor -%}
    {%- if not digits or digits | length != parts.arguments | length -%}
        {{- return('string') -}}
    {%- endif -%}
    {#- Oracle's scale may be negative, or greater than its precision. -#}
    {%- set scale = digits[1] if digits | length > 1 else 0 -%}
    {%- set precision = [digits[0] - [scale, 0] | min, scale, 1] | max -%}
    {{- return('decimal(' ~ precision ~ ',' ~ [scale, 0] | max ~ ')' if precision <= 38 else 'string') -}}
{%- endmacro -%}
