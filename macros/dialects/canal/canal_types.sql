{#-
How Canal writes types, and what prints MySQL's types as Canal does (docs page, "Types"). Types that only MariaDB has
come as bytes.
-#}
{%- macro canal_types() -%}
    {{- return({
        'mysql': {
            'family': 'mysql',
            'readers': {
                'integer': 'number', 'decimal': 'number', 'float32': 'number', 'float64': 'number', 'bits': 'number', 'year': 'number',
                'enum': 'mysql_enum', 'set': 'mysql_set', 'binary': 'latin1_bytes', 'geometry': 'latin1_bytes', 'json': 'json_null_in_capitals',
            },
            'types': {'inet4': none, 'inet6': none, 'uuid': none, 'vector': none},
        },
        'mariadb': {'like': 'mysql', 'readers': {'json': 'utf8_of_latin1'}},
        'tidb': {'like': 'mysql', 'types': {'vector': 'text'}},
        '': {'like': 'mysql'},
    }) -}}
{%- endmacro -%}
