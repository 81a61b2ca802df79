{%- macro drs_json_c_dialect() -%}
    {{- return({
        'name': 'drs_json_c',
        'version': 2,
        'variants': [],
        'source_kinds': ['mysql', 'gaussdb_mysql'],
        'looks_like': changefeed.drs_json_names(),
        'look_alikes': ['DRS JSON', 'the Canal formats of DTS', 'Canal before 1.1.5'],
        'envelope': 'drs',
        'fields': changefeed.drs_json_fields(),
        'changes': changefeed.drs_json_c_changes(),
        'value': changefeed.drs_json_c_value,
    }) -}}
{%- endmacro -%}
