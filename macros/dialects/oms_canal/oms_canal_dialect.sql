{%- macro oms_canal_dialect() -%}
    {{- return({
        'name': 'oms_canal',
        'version': 2,
        'variants': [],
        'source_kinds': ['oceanbase_mysql', 'oceanbase_oracle'],
        'looks_like': "array_contains(names, 'isDdl') and array_contains(names, 'type') and array_contains(names, 'es')"
            ~ " and not arrays_overlap(names, array('" ~ changefeed.oms_canal_foreign().keys() | join("', '") ~ "'))",
        'look_alikes': [],
        'envelope': 'oms_canal',
        'fields': '`database`:string,`table`:string,`type`:string,`isDdl`:boolean,`es`:string,`ts`:string,'
            ~ '`sql`:string,`pkNames`:array<string>,`mysqlType`:map<string,string>,'
            ~ '`data`:array<map<string,string>>,`old`:array<map<string,string>>,'
            ~ '`' ~ changefeed.oms_canal_foreign().keys() | join('`:string,`') ~ '`:string',
        'changes': changefeed.oms_canal_changes(),
        'ambiguous_nulls': changefeed.oms_canal_ambiguous_nulls(),
        'value': changefeed.oms_canal_value,
    }) -}}
{%- endmacro -%}
