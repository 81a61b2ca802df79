{%- macro dts_canal_dialect() -%}
    {{- return({
        'name': 'dts_canal',
        'version': 2,
        'variants': ['standard', 'swapped'],
        'needs_variant': true,
        'source_kinds': ['mysql', 'mariadb'],
        'looks_like': "array_contains(names, 'isDdl') and array_contains(names, 'type') and array_contains(names, 'es')"
            ~ " and array_contains(names, 'id') and not arrays_overlap(names, array('"
            ~ changefeed.dts_canal_foreign().keys() | join("', '") ~ "'))",
        'look_alikes': ['canal', 'DRS JSON and JSON-C', 'TiCDC without its extension'],
        'envelope': 'dts_canal',
        'fields': '`database`:string,`table`:string,`type`:string,`isDdl`:boolean,`es`:string,`ts`:string,`id`:string,'
            ~ '`sql`:string,`gtid`:string,`pkNames`:array<string>,`mysqlType`:string,'
            ~ '`data`:array<map<string,string>>,`old`:array<map<string,string>>,'
            ~ '`' ~ changefeed.dts_canal_foreign().keys() | join('`:string,`') ~ '`:string',
        'changes': changefeed.dts_canal_changes(),
        'value': changefeed.dts_canal_value,
    }) -}}
{%- endmacro -%}
