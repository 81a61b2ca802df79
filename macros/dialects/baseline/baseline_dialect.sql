{#- Rows of a dump, as `changefeed load --baseline` lands them; no feed declares it. -#}
{%- macro baseline_dialect() -%}
    {{- return({
        'name': 'baseline',
        'version': 1,
        'variants': [],
        'source_kinds': [],
        'is_internal': true,
        'looks_like': "array_contains(names, 'changefeed_baseline')",
        'look_alikes': [],
        'envelope': 'baseline',
        'fields': '`changefeed_baseline`:int,`database`:string,`schema`:string,`table`:string,`key_columns`:array<string>,`row`:map<string,string>',
        'changes': {
            'faults': [
                {
                    'reason': 'wrong_dialect',
                    'when': 'coalesce(baseline.changefeed_baseline, 0) <> 1 or baseline.row is null',
                    'detail': "'This topic holds what `changefeed load --baseline` lands, and nothing else.'",
                },
            ],
            'operation': "'snapshot'",
            'source_database': 'baseline.database',
            'source_schema': 'baseline.schema',
            'source_table': 'baseline.table',
            'key_columns': 'baseline.key_columns',
            'after_rows': 'array(baseline.row)',
            'before_rows': 'array()',
            'is_partial': 'false',
        },
    }) -}}
{%- endmacro -%}
