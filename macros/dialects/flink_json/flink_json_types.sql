{#- How Flink's JSON writes Flink's own types (docs page, "Types"). -#}
{%- macro flink_json_types() -%}
    {{- return({'': {
        'family': 'flink',
        'readers': {'boolean': 'true_or_false', 'wall_time': 'iso_wall_time', 'instant': 'offset_instant', 'binary': 'base64_bytes'},
        'types': {'timestamp with time zone': none, 'raw': none},
    }}) -}}
{%- endmacro -%}
