{#-
How DTS writes MySQL's types in its Canal JSON (docs page, "Types"). DTS does not document it. A text that could mean
two values is NULL, and a type whose text cannot be known has no reader.
-#}
{%- macro dts_canal_types() -%}
    {{- return({
        'mysql': {
            'family': 'mysql',
            'readers': {'bits': 'number_or_bits', 'enum': 'mysql_enum_text', 'set': 'mysql_set_text'},
            'types': {'inet4': none, 'inet6': none, 'uuid': none, 'vector': none},
        },
        'mariadb': {'like': 'mysql'},
        '': {'like': 'mysql'},
    }) -}}
{%- endmacro -%}
