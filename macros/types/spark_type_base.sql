{#- The entry of value_kinds() that a Spark type is one of. -#}
{%- macro spark_type_base(data_type) -%}
    {{- return(modules.re.split('[(<]', changefeed.spark_type_name(data_type))[0]) -}}
{%- endmacro -%}
