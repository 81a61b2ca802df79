{#- The type that a column of a kept table has, where its values are to be of a type of Spark. -#}
{%- macro kept_type(data_type) -%}
    {{- return(changefeed.of_format('types', {
        'delta': data_type,
        'iceberg': modules.re.sub('(?i)\\b(tinyint|byte|smallint|short)\\b(?!\\s*:)', 'int', data_type),
    })) -}}
{%- endmacro -%}
