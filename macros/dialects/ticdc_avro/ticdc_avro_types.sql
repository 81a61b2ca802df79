{#- How TiCDC writes TiDB's types in Avro (docs page, "Types"). -#}
{%- macro ticdc_avro_types() -%}
    {{- return({
        'tidb': {
            'family': 'mysql',
            'readers': {'binary': 'base64_bytes', 'bits': 'base64_bits', 'enum': 'label', 'set': 'labels', 'geometry': none},
            'types': {'inet4': none, 'inet6': none, 'uuid': none, 'vector': none},
        },
        '': {'like': 'tidb'},
    }) -}}
{%- endmacro -%}
