{#- Fields of relatives that OMS's Canal kind does not have, and whose they are. -#}
{%- macro oms_canal_foreign() -%}
    {{- return({
        '_tidb': 'TiCDC',
        'isHeartbeat': 'Huawei DataArts',
        'dataSourceName': 'Huawei DataArts',
        'columnType': 'Huawei DRS',
        'opType': 'Huawei DRS',
        'gtid': 'Canal or Alibaba DTS',
        'id': 'Canal, Alibaba DTS, Huawei DRS or TiCDC',
    }) -}}
{%- endmacro -%}
