{#- Whether Spark reads a union as one number: of int and long, or of float and double. -#}
{%- macro avro_is_one_number(branches) -%}
    {{- return(branches | select('string') | sort | join(' ') in ('int long', 'double float') and branches | length == 2) -}}
{%- endmacro -%}
