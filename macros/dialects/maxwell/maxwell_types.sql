{#- How Maxwell writes MySQL's types (docs page, "Types"). -#}
{%- macro maxwell_types() -%}
    {{- return({
        'mysql': {
            'family': 'mysql',
            'readers': {'year': 'number_but_1900', 'bits': 'number_but_negative', 'enum': 'quoted_label', 'set': 'label_list', 'binary': 'base64_bytes', 'json': 'json_or_bare_text', 'geometry': 'text'},
            'types': {'inet4': none, 'inet6': none, 'uuid': none, 'vector': none},
        },
        'mariadb': {'like': 'mysql'},
        '': {'like': 'mysql'},
    }) -}}
{%- endmacro -%}
