{#- The settings with which Spark interprets plans, and shuffles few rows into one part (ADR 0027). -#}
{%- macro settings_of_few_rows() -%}
    {{- return({
        'spark.sql.codegen.wholeStage': 'false',
        'spark.sql.codegen.factoryMode': 'NO_CODEGEN',
        'spark.sql.adaptive.enabled': 'false',
        'spark.sql.shuffle.partitions': '1',
    }) -}}
{%- endmacro -%}
