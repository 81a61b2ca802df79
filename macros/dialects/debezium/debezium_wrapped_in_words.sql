{#- That debezium_wraps_values(), as a sentence for a person. -#}
{%- macro debezium_wrapped_in_words() -%}
    {{- return('Columns are objects of value and set. The connector of YugabyteDB has transforms for plain values: PGCompatible, YBExtractNewRecordState.') -}}
{%- endmacro -%}
