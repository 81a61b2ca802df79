{#- That debezium_wraps_values(), as a sentence for a person. -#}
{%- macro debezium_wrapped_in_words() -%}
    {{- return("Columns are {value, set}: let PGCompatible of YugabyteDB make them plain.") -}}
{%- endmacro -%}
