{#- How the text that drs_mongo keeps of a MongoDB value reads (docs page, "Types"). -#}
{%- macro drs_mongo_types() -%}
    {{- return({'': {
        'family': 'mongodb',
        'readers': {'integer': 'bson_number', 'decimal': 'bson_number', 'float64': 'bson_number', 'instant': 'bson_date', 'binary': 'bson_binary'},
        'types': {'string': 'bson_string', 'objectid': 'bson_object_id', 'uuid': 'bson_uuid'},
    }}) -}}
{%- endmacro -%}
