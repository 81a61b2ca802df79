{#- Fields of relatives that DRS does not have, and whose they are. -#}
{%- macro drs_json_foreign() -%}
    {{- return({
        '_tidb': 'TiCDC',
        'isHeartbeat': 'Huawei DataArts',
        'dataSourceName': 'Huawei DataArts',
        'serverId': 'Huawei DataArts',
        'gtid': 'Canal or Alibaba DTS',
        'columnType': 'DRS from PostgreSQL, GaussDB, SQL Server or Oracle, in its newer form',
        'opType': 'DRS from PostgreSQL, GaussDB, SQL Server or Oracle, in its newer form',
    }) -}}
{%- endmacro -%}
