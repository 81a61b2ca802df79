{#- How Canal, and what prints MySQL's types as Canal does, writes them (docs page, "Types"). MariaDB's own types come as their bytes. -#}
{%- macro canal_types() -%}
    {{- return({
        'mysql': {
            'family': 'mysql',
            'readers': {
                'integer': 'number', 'decimal': 'number', 'float32': 'number', 'float64': 'number', 'bits': 'number', 'year': 'number',
                'enum': 'mysql_enum', 'set': 'mysql_set', 'binary': 'latin1_bytes', 'geometry': 'latin1_bytes',
            },
            'types': {'inet4': none, 'inet6': none, 'uuid': none, 'vector': none},
        },
        'mariadb': {'like': 'mysql', 'readers': {'json': 'utf8_of_latin1'}},
        'tidb': {'like': 'mysql', 'types': {'vector': 'text'}},
        '': {'like': 'mysql'},
    }) -}}
{%- endmacro -%}
