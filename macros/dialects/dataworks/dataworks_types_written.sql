{#- How DataWorks writes its six types (docs page, "Types"). -#}
{%- macro dataworks_types_written() -%}
    {{- return({'': {'family': 'dataworks', 'readers': {'boolean': 'true_or_false', 'integer': 'number', 'instant': 'unix_millis', 'binary': 'base64_bytes'}}}) -}}
{%- endmacro -%}
