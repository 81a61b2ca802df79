{#- A JSON number that Spark reads exactly: no fraction, no exponent, not -0. A pattern. -#}
{%- macro exact_integer() -%}
(?!-0(?![.eE0-9]))-?[0-9]++(?![.eE0-9])
{%- endmacro -%}
