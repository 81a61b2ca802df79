{#-
The decimal type that holds every number with so many digits, so many of them behind the point. The numbers are texts,
as the arguments of a type are. A string where there are no numbers, or more digits than Spark's 38.
-#}
{%- macro decimal_of_digits(arguments) -%}
    {%- set digits = [] -%}
    {%- for argument in arguments if modules.re.fullmatch('-?[0-9]{1,4}', argument) -%}
        {%- do digits.append(argument | int) -%}
    {%- endfor -%}
    {%- if not digits or digits | length != arguments | length -%}
        {{- return('string') -}}
    {%- endif -%}
    {#- Oracle's scale may be negative, or greater than its precision. -#}
    {%- set scale = digits[1] if digits | length > 1 else 0 -%}
    {%- set precision = [digits[0] - [scale, 0] | min, scale, 1] | max -%}
    {{- return('decimal(' ~ precision ~ ',' ~ [scale, 0] | max ~ ')' if precision <= 38 else 'string') -}}
{%- endmacro -%}
