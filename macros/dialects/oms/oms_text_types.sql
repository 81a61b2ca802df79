{#-
How OMS writes types in its formats with text and JSON numbers (docs page of oms_canal, "Types"): it renders all sources
alike. BIGINT in its messages holds unsigned values too; int64 is its name of the signed one.
-#}
{%- macro oms_text_types() -%}
    {%- set readers = {'wall_time': 'zoneless_wall_time', 'binary': 'base64_bytes'} -%}
    {{- return({
        'oceanbase_mysql': {
            'family': 'mysql',
            'readers': dict(readers, instant='unix_instant', bits='base64_bits'),
            'types': {'inet4': none, 'inet6': none, 'uuid': none},
            'spark': {'bigint': 'decimal(20,0)'},
        },
        'mysql': {'like': 'oceanbase_mysql'},
        'oceanbase_oracle': {'family': 'oracle', 'readers': dict(readers, instant='zoned_instant')},
        'oracle': {'like': 'oceanbase_oracle'},
        'db2': {'family': 'db2', 'readers': readers},
        '': {'like': 'oceanbase_mysql'},
    }) -}}
{%- endmacro -%}
