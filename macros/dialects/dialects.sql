{#-
The list of dialects: one line for each, then those of the project that installs this package. Whatever depends on the
dialects loops over this list.
-#}
{%- macro dialects() -%}
    {%- set known = [
        changefeed.baseline_dialect(),
        changefeed.canal_dialect(),
        changefeed.dts_canal_dialect(),
        changefeed.oms_canal_dialect(),
        changefeed.ticdc_canal_dialect(),
        changefeed.tencent_dts_canal_dialect(),
        changefeed.huawei_migration_canal_dialect(),
        changefeed.ticdc_open_dialect(),
        changefeed.ticdc_simple_dialect(),
        changefeed.drs_json_dialect(),
        changefeed.drs_json_c_dialect(),
        changefeed.drs_json_schema_dialect(),
        changefeed.drs_mongo_dialect(),
        changefeed.maxwell_dialect(),
        changefeed.ogg_dialect(),
        changefeed.aws_dms_dialect(),
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
        changefeed.debezium_mongodb_dialect(),
        changefeed.debezium_mongodb_flat_dialect(),
        changefeed.debezium_avro_dialect(),
        changefeed.debezium_flat_avro_dialect(),
        changefeed.ogg_avro_dialect(),
        changefeed.ticdc_avro_dialect(),
        changefeed.oms_debezium_dialect(),
        changefeed.oms_debezium_flatten_dialect(),
        changefeed.oms_debezium_smt_dialect(),
        changefeed.flink_json_dialect(),
        changefeed.pg_logical_dialect(),
        changefeed.cockroachdb_dialect(),
        changefeed.qlik_replicate_dialect(),
        changefeed.ogg_json_row_dialect(),
        changefeed.debezium_cloudevents_dialect(),
        changefeed.confluent_oracle_cdc_dialect(),
    ] + changefeed.own_dialects() -%}
    {%- do changefeed.check_dialects(known) -%}
    {{- return(known) -}}
{%- endmacro -%}
