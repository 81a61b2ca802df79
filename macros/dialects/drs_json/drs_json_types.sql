{#- How DRS writes MySQL's and Oracle's types in JSON (docs page, "Types"). -#}
{%- macro drs_json_types() -%}
    {{- return({
        'mysql': {
            'family': 'mysql',
            'readers': {
                'instant': 'unix_instant_but_0', 'enum': 'mysql_enum_text', 'set': 'mysql_set_text', 'bits': 'number_or_bits', 'binary': 'byte_list', 'geometry': 'byte_list',
            },
            'types': {'inet4': none, 'inet6': none, 'uuid': none, 'vector': none},
        },
        'gaussdb_mysql': {'like': 'mysql'},
        'oracle': {
            'family': 'oracle',
            'readers': {'instant': none, 'interval': none},
            'unsent': changefeed.drs_unsent_oracle_types(),
        },
        '': {'like': 'mysql'},
    }) -}}
{%- endmacro -%}
