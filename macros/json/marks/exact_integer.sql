{#- A pattern: a JSON number that Spark reads exactly. It has no fraction and no exponent, and is not -0. -#}
{%- macro exact_integer() -%}
(?!-0(?![.eE0-9]))-?[0-9]++(?![.eE0-9])
{%- endmacro -%}
