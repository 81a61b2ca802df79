{#-
The schemas of the folder schemas/ that are DRS's: those with the fields that are read. The feed of a message names its
schema.
-#}
{%- macro drs_avro_versions() -%}
    {%- set found = [] -%}
    {%- for name, landed in changefeed.landed_schemas().items() if not landed.fault and not changefeed.drs_avro_schema_fault(landed.schema) -%}
        {%- do found.append({
            'name': name,
            'schema': landed.text,
            'fingerprint': landed.fingerprint,
            'when': "options['schema'] = " ~ changefeed.sql_string(name),
            'shape': changefeed.drs_avro_shape,
        }) -%}
    {%- endfor -%}
    {{- return(found) -}}
{%- endmacro -%}
