{#- What both DRS dialects read: the documented fields, and after them those by which relatives are known. sqlType is not read. -#}
{%- macro drs_json_fields() -%}
    {{- return(
        '`id`:string,`database`:string,`table`:string,`type`:string,`isDdl`:boolean,`es`:string,`ts`:string,'
        ~ '`sql`:string,`pkNames`:array<string>,`mysqlType`:string,'
        ~ '`data`:array<map<string,string>>,`old`:array<map<string,string>>,'
        ~ '`' ~ changefeed.drs_json_foreign().keys() | join('`:string,`') ~ '`:string'
    ) -}}
{%- endmacro -%}
