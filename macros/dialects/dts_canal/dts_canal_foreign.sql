{#- Fields of relatives that DTS's Canal JSON does not have, and whose they are. -#}
{%- macro dts_canal_foreign() -%}
    {{- return({
        '_tidb': 'TiCDC',
        'isHeartbeat': 'Huawei DataArts',
        'dataSourceName': 'Huawei DataArts',
        'columnType': 'Huawei DRS',
        'opType': 'Huawei DRS',
    }) -}}
{%- endmacro -%}
