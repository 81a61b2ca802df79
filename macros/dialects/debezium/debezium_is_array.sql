{#- Whether a type is a list, as Connect's schema (array<int32>) or PostgreSQL (integer[]) calls one. -#}
{%- macro debezium_is_array(source_type) -%}
    {{- return(source_type.startswith('array<') or changefeed.debezium_whole_name(source_type).endswith('[]')) -}}
{%- endmacro -%}
