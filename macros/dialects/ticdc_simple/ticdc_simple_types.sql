{#- How the Simple protocol writes MySQL's types (docs page, "Types"). -#}
{%- macro ticdc_simple_types() -%}
    {{- return({
        'tidb': {
            'family': 'mysql',
            'readers': {'bits': 'number', 'year': 'number', 'enum': 'mysql_enum', 'set': 'mysql_set', 'binary': 'base64_bytes', 'instant': 'located_instant'},
            'types': {'inet4': none, 'inet6': none, 'uuid': none, 'geometry': none},
        },
        '': {'like': 'tidb'},
    }) -}}
{%- endmacro -%}
