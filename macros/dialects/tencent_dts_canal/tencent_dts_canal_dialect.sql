{#-
Tencent Cloud DTS's Canal JSON (not in the fully compatible mode): all of Canal's, but bytes come in hexadecimal digits,
and TIMESTAMP with its offset.
-#}
{%- macro tencent_dts_canal_dialect() -%}
    {{- return(dict(changefeed.canal_dialect(), **{
        'name': 'tencent_dts_canal',
        'version': 2,
        'source_kinds': ['mysql', 'mariadb'],
        'types': {
            'mysql': dict(
                changefeed.canal_types().mysql,
                readers=dict(changefeed.canal_types().mysql.readers, binary='any_hex', geometry='any_hex', instant='offset_instant')
            ),
            'mariadb': {'like': 'mysql'},
            '': {'like': 'mysql'},
        },
    })) -}}
{%- endmacro -%}
