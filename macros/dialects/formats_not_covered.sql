{#- Formats that the project knows but does not decode: name → members that none of its dialects has. -#}
{%- macro formats_not_covered() -%}
    {{- return({
        'Huawei DataArts': ['isHeartbeat', 'dataSourceName', 'serverId'],
    }) -}}
{%- endmacro -%}
