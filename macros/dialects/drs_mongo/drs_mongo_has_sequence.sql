{%- macro drs_mongo_has_sequence() -%}
coalesce(dds.clusterTime rlike r'^[0-9]{1,18}:[0-9]{1,18}\z' and dds.id rlike r'^[0-9]{1,38}\z', false)
{%- endmacro -%}
