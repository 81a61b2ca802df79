{%- macro drs_json_dialect() -%}
    {{- return({
        'name': 'drs_json',
        'version': 2,
        'variants': [],
        'source_kinds': ['mysql', 'gaussdb_mysql', 'oracle'],
        'looks_like': changefeed.drs_json_names(),
        'look_alikes': ['DRS JSON-C', 'the Canal formats of DTS', 'Canal before 1.1.5'],
        'envelope': 'drs',
        'fields': changefeed.drs_json_fields(),
        'changes': changefeed.drs_json_changes(),
        'value': changefeed.drs_json_value,
    }) -}}
{%- endmacro -%}
