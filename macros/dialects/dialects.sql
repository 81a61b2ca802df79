{#- The list of dialects: one line each, and those of the project that installs this one. Everything that depends on the dialects that exist loops over it. -#}
{%- macro dialects() -%}
    {{- return([
        changefeed.baseline_dialect(),
        changefeed.canal_dialect(),
        changefeed.dts_canal_dialect(),
        changefeed.oms_canal_dialect(),
        changefeed.drs_json_dialect(),
        changefeed.drs_json_c_dialect(),
        changefeed.drs_json_schema_dialect(),
        changefeed.drs_mongo_dialect(),
        changefeed.maxwell_dialect(),
        changefeed.dataworks_dialect(),
        changefeed.dataworks_flat_dialect(),
        changefeed.oms_dataworks_dialect(),
        changefeed.oms_default_dialect(),
        changefeed.oms_default_extend_dialect(),
        changefeed.oms_shareplex_dialect(),
        changefeed.dts_shareplex_dialect(),
        changefeed.dts_avro_dialect(),
        changefeed.oms_avro_dialect(),
        changefeed.drs_avro_dialect(),
        changefeed.debezium_dialect(),
        changefeed.debezium_flat_dialect(),
        changefeed.oms_debezium_dialect(),
        changefeed.oms_debezium_flatten_dialect(),
        changefeed.oms_debezium_smt_dialect(),
    ] + changefeed.own_dialects()) -}}
{%- endmacro -%}
