{#- How OMS writes the types of OceanBase in MySQL mode in its Debezium kinds (docs page, "Types"). -#}
{%- macro oms_debezium_types() -%}
    {{- return({
        'oceanbase_mysql': {
            'family': 'mysql',
            'readers': {
                'date': 'unix_days', 'time': 'micros_of_day', 'wall_time': 'wall_millis', 'instant': 'offset_instant', 'bits': 'hex_bits', 'binary': 'hex_bytes',
            },
            'types': {'bool': 'boolean_text', 'tinyint': 'number_or_boolean', 'inet4': none, 'inet6': none, 'uuid': none, 'vector': none},
            'spark': {'bool': 'boolean'},
        },
        '': {'like': 'oceanbase_mysql'},
    }) -}}
{%- endmacro -%}
