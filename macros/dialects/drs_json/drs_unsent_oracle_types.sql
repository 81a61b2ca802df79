{#- Oracle's types of which DRS sends no values, RAW by default (DRS, From Oracle to Kafka). -#}
{%- macro drs_unsent_oracle_types() -%}
    {{- return(['clob', 'nclob', 'blob', 'bfile', 'xmltype', 'interval year to month', 'interval day to second', 'urowid', 'raw']) -}}
{%- endmacro -%}
