{#- The name of a Spark type without its arguments, as value_kinds() lists it. -#}
{%- macro spark_type_base(data_type) -%}
    {{- return(modules.re.split('[(<]', changefeed.spark_type_name(data_type))[0]) -}}
{%- endmacro -%}
