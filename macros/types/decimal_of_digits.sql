{#- The decimal that holds every number of so many digits, of which so many are a fraction (as texts, as a type's arguments are); a string where they are none, or more than Spark's 38. -#}
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
