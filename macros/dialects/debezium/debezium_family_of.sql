{#- The list of types (macros/types) that a kind of source has: TiDB has those of MySQL. -#}
{%- macro debezium_family_of(source_kind) -%}
    {{- return({'mariadb': 'mysql', 'tidb': 'mysql'}.get(source_kind, source_kind)) -}}
{%- endmacro -%}
