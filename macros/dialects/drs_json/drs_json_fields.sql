{#- What both DRS dialects read: the documented fields, and after them those by which relatives are known. sqlType is not read. -#}
{%- macro drs_json_fields() -%}
    {{- return(
        '`id`:string,`database`:string,`table`:string,`type`:string,`isDdl`:boolean,`es`:string,`ts`:string,'
        ~ '`sql`:string,`pkNames`:array<string>,`mysqlType`:string,'
        ~ '`data`:array<map<string,string>>,`old`:array<map<string,string>>,'
        ~ '`_tidb`:string,`isHeartbeat`:string,`dataSourceName`:string,`serverId`:string,`gtid`:string,'
        ~ '`columnType`:string,`opType`:string'
    ) -}}
{%- endmacro -%}
